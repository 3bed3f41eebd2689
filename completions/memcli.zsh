#compdef memcli
# Completion of memcli for zsh; written by completions/generate.py.
# Put it as _memcli into a directory of $fpath, or source it after compinit.

_memcli_scan() {
    _arguments -s -S \
        '--staged[Scan the .md files of the next commit, as staged.]' \
        '--since[Scan .md files changed up to HEAD.]:value: ' \
        '--stdin-name[The file that '\''-'\'' holds.]:value: ' \
        '*--deny[Also leave out what matches; may be repeated.]:value: ' \
        '--layout[auto, claude-code or generic.]:value:(auto claude-code generic)' \
        '--strict[Let heuristic findings block, not only warn.]' \
        '--no-strict[Let heuristic findings block, not only warn.]' \
        '--privacy[off, inform, warn or block.]:value:(off inform warn block)' \
        '--format[Print findings for people or for machines.]:value:(text json sarif github)' \
        '--help[Show help and exit.]' \
        '-h[Show help and exit.]' \
        '*:argument:_files'
}

_memcli_bundle() {
    _arguments -s -S \
        '--output[Write here, not to the local store.]:value:_files' \
        '-o[Write here, not to the local store.]:value:_files' \
        '*--deny[Also leave out what matches; may be repeated.]:value: ' \
        '--layout[auto, claude-code or generic.]:value:(auto claude-code generic)' \
        '--strict[Let heuristic findings block, not only warn.]' \
        '--no-strict[Let heuristic findings block, not only warn.]' \
        '--privacy[off, inform, warn or block.]:value:(off inform warn block)' \
        '--max-total[Largest bundle, such as 64MiB.]:value: ' \
        '--lockfile[Where the lockfile goes.]:value:_files' \
        '--dry-run[Do everything but write; print the digest.]' \
        '--explain[List on stderr what stays behind, and why.]' \
        '--format[Print the result for people or for machines.]:value:(text json)' \
        '--help[Show help and exit.]' \
        '-h[Show help and exit.]' \
        '1:argument:_files -/'
}

_memcli_overlay() {
    _arguments -s -S \
        '--sandbox[The sandbox'\''s existing directory.]:value:_files -/' \
        '--leaf[The run'\''s id.]:value: ' \
        '--digest[Refuse any other bundle than this one.]:value: ' \
        '--max-total[Largest bundle, such as 64MiB.]:value: ' \
        '--index-lines[Index lines inline at most.]:value: ' \
        '--index-bytes[Index bytes inline at most.]:value: ' \
        '--format[Print the result for people or for machines.]:value:(text json)' \
        '--help[Show help and exit.]' \
        '-h[Show help and exit.]' \
        '1:argument:_files'
}

_memcli_verify() {
    _arguments -s -S \
        '--digest[Refuse any other bundle than this one.]:value: ' \
        '--max-total[Largest bundle, such as 64MiB.]:value: ' \
        '--format[Print the result for people or for machines.]:value:(text json)' \
        '--help[Show help and exit.]' \
        '-h[Show help and exit.]' \
        '1:argument:_files'
}

_memcli_rules() {
    _arguments -s -S \
        '--format[Print the result for people or for machines.]:value:(text json)' \
        '--help[Show help and exit.]' \
        '-h[Show help and exit.]' \
        '1:argument: '
}

_memcli_allow() {
    _arguments -s -S \
        '--reason[Why it may stay; required.]:value: ' \
        '--until[The last day it counts, as 2027-01-31.]:value: ' \
        '--by[Who says so; nobody is named else.]:value: ' \
        '--in[The memory directory of the finding.]:value:_files -/' \
        '--rule[With --file: its rule; it is not looked for.]:value: ' \
        '--file[With --rule: its file, below DIR.]:value: ' \
        '--list[Show the entries and change nothing.]' \
        '--remove[Remove the entry for FINGERPRINT.]' \
        '--layout[auto, claude-code or generic.]:value:(auto claude-code generic)' \
        '--format[Print the result for people or for machines.]:value:(text json)' \
        '--help[Show help and exit.]' \
        '-h[Show help and exit.]' \
        '1:argument: '
}

_memcli_config_show() {
    _arguments -s -S \
        '--format[Print the result for people or for machines.]:value:(text json)' \
        '--help[Show help and exit.]' \
        '-h[Show help and exit.]'
}

_memcli_config() {
    local -a commands=(
        'show:Show settings and where they come from'
    )
    if ((CURRENT == 2)); then
        _describe -t commands command commands
        return
    fi
    shift words
    ((CURRENT--))
    case $words[1] in
        show) _memcli_config_show ;;
    esac
}

_memcli() {
    local -a commands=(
        'scan:Find secrets in what would travel'
        'bundle:Pack a memory directory into a bundle'
        'overlay:Put a bundle into a sandbox, read-only'
        'verify:Check a bundle and print its digest'
        'rules:List what a scan looks for, or explain a rule'
        'allow:Let a finding stay, with a reason'
        'config:Show settings and where they come from'
    )
    if ((CURRENT == 2)); then
        _describe -t commands command commands
        _arguments '--help[Show help]' '--version[Show the version]'
        return
    fi
    shift words
    ((CURRENT--))
    case $words[1] in
        scan) _memcli_scan ;;
        bundle) _memcli_bundle ;;
        overlay) _memcli_overlay ;;
        verify) _memcli_verify ;;
        rules) _memcli_rules ;;
        allow) _memcli_allow ;;
        config) _memcli_config ;;
    esac
}

if [[ $funcstack[1] == "_memcli" ]]; then
    _memcli "$@"
else
    compdef _memcli memcli
fi
