# Completion of memcli for bash; written by completions/generate.py.
# Source it, for instance from ~/.bashrc.

_memcli_reply() {
    # Not an array from words: a name may hold a space or a star.
    local line
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done
}

_memcli_words() {
    _memcli_reply < <(compgen -W "$1" -- "$2")
}

_memcli_paths() {
    _memcli_reply < <(compgen "$1" -- "$2")
    compopt -o filenames 2>/dev/null
}

_memcli() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=""
    # Bash makes three words of '--format=json'.
    if [[ $word == "=" ]]; then
        word=""
    elif [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _memcli_words "scan bundle overlay verify rules allow config --help --version" "$word"
        return
    fi
    command=${COMP_WORDS[1]}
    if [[ $command == "config" ]]; then
        if ((COMP_CWORD == 2)); then
            _memcli_words "show" "$word"
            return
        fi
        command="$command ${COMP_WORDS[2]}"
    fi
    case $command in
        "scan")
            case $before in
                --since | --stdin-name | --deny)
                    :
                    return
                    ;;
                --layout)
                    _memcli_words "auto claude-code generic" "$word"
                    return
                    ;;
                --privacy)
                    _memcli_words "off inform warn block" "$word"
                    return
                    ;;
                --format)
                    _memcli_words "text json sarif github" "$word"
                    return
                    ;;
            esac
            if [[ $word == -* ]]; then
                _memcli_words "--staged --since --stdin-name --deny --layout --strict --no-strict --privacy --format --help -h" "$word"
            else
                _memcli_paths -f "$word"
            fi
            ;;
        "bundle")
            case $before in
                --output | -o | --lockfile)
                    _memcli_paths -f "$word"
                    return
                    ;;
                --deny | --max-total)
                    :
                    return
                    ;;
                --layout)
                    _memcli_words "auto claude-code generic" "$word"
                    return
                    ;;
                --privacy)
                    _memcli_words "off inform warn block" "$word"
                    return
                    ;;
                --format)
                    _memcli_words "text json" "$word"
                    return
                    ;;
            esac
            if [[ $word == -* ]]; then
                _memcli_words "--output -o --deny --layout --strict --no-strict --privacy --max-total --lockfile --dry-run --explain --format --help -h" "$word"
            else
                _memcli_paths -d "$word"
            fi
            ;;
        "overlay")
            case $before in
                --sandbox)
                    _memcli_paths -d "$word"
                    return
                    ;;
                --leaf | --digest | --max-total | --index-lines | --index-bytes)
                    :
                    return
                    ;;
                --format)
                    _memcli_words "text json" "$word"
                    return
                    ;;
            esac
            if [[ $word == -* ]]; then
                _memcli_words "--sandbox --leaf --digest --max-total --index-lines --index-bytes --format --help -h" "$word"
            else
                _memcli_paths -f "$word"
            fi
            ;;
        "verify")
            case $before in
                --digest | --max-total)
                    :
                    return
                    ;;
                --format)
                    _memcli_words "text json" "$word"
                    return
                    ;;
            esac
            if [[ $word == -* ]]; then
                _memcli_words "--digest --max-total --format --help -h" "$word"
            else
                _memcli_paths -f "$word"
            fi
            ;;
        "rules")
            case $before in
                --format)
                    _memcli_words "text json" "$word"
                    return
                    ;;
            esac
            if [[ $word == -* ]]; then
                _memcli_words "--format --help -h" "$word"
            else
                :
            fi
            ;;
        "allow")
            case $before in
                --reason | --until | --by | --rule | --file)
                    :
                    return
                    ;;
                --in)
                    _memcli_paths -d "$word"
                    return
                    ;;
                --layout)
                    _memcli_words "auto claude-code generic" "$word"
                    return
                    ;;
                --format)
                    _memcli_words "text json" "$word"
                    return
                    ;;
            esac
            if [[ $word == -* ]]; then
                _memcli_words "--reason --until --by --in --rule --file --list --remove --layout --format --help -h" "$word"
            else
                :
            fi
            ;;
        "config show")
            case $before in
                --format)
                    _memcli_words "text json" "$word"
                    return
                    ;;
            esac
            if [[ $word == -* ]]; then
                _memcli_words "--format --help -h" "$word"
            fi
            ;;
    esac
}

complete -F _memcli memcli
