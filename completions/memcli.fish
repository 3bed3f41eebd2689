# Completion of memcli for fish; written by completions/generate.py.
# Put it into ~/.config/fish/completions.

function __memcli_called
    # Tells whether the words before the cursor begin with these.
    set -l words (commandline -opc)
    set -e words[1]
    set -l wanted (count $argv)
    test (count $words) -ge $wanted; or return 1
    test "$words[1..$wanted]" = "$argv"
end

function __memcli_expects
    # Tells whether exactly these words come before the cursor.
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end

complete -c memcli -f
complete -c memcli -n __memcli_expects -l help -d 'Show help'
complete -c memcli -n __memcli_expects -l version -d 'Show the version'
complete -c memcli -n __memcli_expects -a scan -d 'Find secrets in what would travel'
complete -c memcli -n __memcli_expects -a bundle -d 'Pack a memory directory into a bundle'
complete -c memcli -n __memcli_expects -a overlay -d 'Put a bundle into a sandbox, read-only'
complete -c memcli -n __memcli_expects -a verify -d 'Check a bundle and print its digest'
complete -c memcli -n __memcli_expects -a rules -d 'List what a scan looks for, or explain a rule'
complete -c memcli -n __memcli_expects -a allow -d 'Let a finding stay, with a reason'
complete -c memcli -n __memcli_expects -a config -d 'Show settings and where they come from'
complete -c memcli -n '__memcli_expects config' -a show -d 'Show settings and where they come from'

complete -c memcli -n '__memcli_called scan' -l staged -d 'Scan the .md files of the next commit, as staged.'
complete -c memcli -n '__memcli_called scan' -l since -x -d 'Scan .md files changed up to HEAD.'
complete -c memcli -n '__memcli_called scan' -l stdin-name -x -d 'The file that \'-\' holds.'
complete -c memcli -n '__memcli_called scan' -l deny -x -d 'Also leave out what matches; may be repeated.'
complete -c memcli -n '__memcli_called scan' -l layout -x -a 'auto claude-code generic' -d 'auto, claude-code or generic.'
complete -c memcli -n '__memcli_called scan' -l strict -d 'Let heuristic findings block, not only warn.'
complete -c memcli -n '__memcli_called scan' -l no-strict -d 'Let heuristic findings block, not only warn.'
complete -c memcli -n '__memcli_called scan' -l privacy -x -a 'off inform warn block' -d 'off, inform, warn or block.'
complete -c memcli -n '__memcli_called scan' -l format -x -a 'text json sarif github' -d 'Print findings for people or for machines.'
complete -c memcli -n '__memcli_called scan' -l help -d 'Show help and exit.'
complete -c memcli -n '__memcli_called scan' -s h -d 'Show help and exit.'
complete -c memcli -n '__memcli_called scan' -F

complete -c memcli -n '__memcli_called bundle' -l output -r -F -d 'Write here, not to the local store.'
complete -c memcli -n '__memcli_called bundle' -s o -r -F -d 'Write here, not to the local store.'
complete -c memcli -n '__memcli_called bundle' -l deny -x -d 'Also leave out what matches; may be repeated.'
complete -c memcli -n '__memcli_called bundle' -l layout -x -a 'auto claude-code generic' -d 'auto, claude-code or generic.'
complete -c memcli -n '__memcli_called bundle' -l strict -d 'Let heuristic findings block, not only warn.'
complete -c memcli -n '__memcli_called bundle' -l no-strict -d 'Let heuristic findings block, not only warn.'
complete -c memcli -n '__memcli_called bundle' -l privacy -x -a 'off inform warn block' -d 'off, inform, warn or block.'
complete -c memcli -n '__memcli_called bundle' -l max-total -x -d 'Largest bundle, such as 64MiB.'
complete -c memcli -n '__memcli_called bundle' -l lockfile -r -F -d 'Where the lockfile goes.'
complete -c memcli -n '__memcli_called bundle' -l dry-run -d 'Do everything but write; print the digest.'
complete -c memcli -n '__memcli_called bundle' -l explain -d 'List on stderr what stays behind, and why.'
complete -c memcli -n '__memcli_called bundle' -l format -x -a 'text json' -d 'Print the result for people or for machines.'
complete -c memcli -n '__memcli_called bundle' -l help -d 'Show help and exit.'
complete -c memcli -n '__memcli_called bundle' -s h -d 'Show help and exit.'
complete -c memcli -n '__memcli_called bundle' -a '(__fish_complete_directories)'

complete -c memcli -n '__memcli_called overlay' -l sandbox -x -a '(__fish_complete_directories)' -d 'The sandbox\'s existing directory.'
complete -c memcli -n '__memcli_called overlay' -l leaf -x -d 'The run\'s id.'
complete -c memcli -n '__memcli_called overlay' -l digest -x -d 'Refuse any other bundle than this one.'
complete -c memcli -n '__memcli_called overlay' -l max-total -x -d 'Largest bundle, such as 64MiB.'
complete -c memcli -n '__memcli_called overlay' -l index-lines -x -d 'Index lines inline at most.'
complete -c memcli -n '__memcli_called overlay' -l index-bytes -x -d 'Index bytes inline at most.'
complete -c memcli -n '__memcli_called overlay' -l format -x -a 'text json' -d 'Print the result for people or for machines.'
complete -c memcli -n '__memcli_called overlay' -l help -d 'Show help and exit.'
complete -c memcli -n '__memcli_called overlay' -s h -d 'Show help and exit.'
complete -c memcli -n '__memcli_called overlay' -F

complete -c memcli -n '__memcli_called verify' -l digest -x -d 'Refuse any other bundle than this one.'
complete -c memcli -n '__memcli_called verify' -l max-total -x -d 'Largest bundle, such as 64MiB.'
complete -c memcli -n '__memcli_called verify' -l format -x -a 'text json' -d 'Print the result for people or for machines.'
complete -c memcli -n '__memcli_called verify' -l help -d 'Show help and exit.'
complete -c memcli -n '__memcli_called verify' -s h -d 'Show help and exit.'
complete -c memcli -n '__memcli_called verify' -F

complete -c memcli -n '__memcli_called rules' -l format -x -a 'text json' -d 'Print the result for people or for machines.'
complete -c memcli -n '__memcli_called rules' -l help -d 'Show help and exit.'
complete -c memcli -n '__memcli_called rules' -s h -d 'Show help and exit.'
complete -c memcli -n '__memcli_called rules' -F

complete -c memcli -n '__memcli_called allow' -l reason -x -d 'Why it may stay; required.'
complete -c memcli -n '__memcli_called allow' -l until -x -d 'The last day it counts, as 2027-01-31.'
complete -c memcli -n '__memcli_called allow' -l by -x -d 'Who says so; nobody is named else.'
complete -c memcli -n '__memcli_called allow' -l in -x -a '(__fish_complete_directories)' -d 'The memory directory of the finding.'
complete -c memcli -n '__memcli_called allow' -l rule -x -d 'With --file: its rule; it is not looked for.'
complete -c memcli -n '__memcli_called allow' -l file -x -d 'With --rule: its file, below DIR.'
complete -c memcli -n '__memcli_called allow' -l list -d 'Show the entries and change nothing.'
complete -c memcli -n '__memcli_called allow' -l remove -d 'Remove the entry for FINGERPRINT.'
complete -c memcli -n '__memcli_called allow' -l layout -x -a 'auto claude-code generic' -d 'auto, claude-code or generic.'
complete -c memcli -n '__memcli_called allow' -l format -x -a 'text json' -d 'Print the result for people or for machines.'
complete -c memcli -n '__memcli_called allow' -l help -d 'Show help and exit.'
complete -c memcli -n '__memcli_called allow' -s h -d 'Show help and exit.'
complete -c memcli -n '__memcli_called allow' -F

complete -c memcli -n '__memcli_called config show' -l format -x -a 'text json' -d 'Print the result for people or for machines.'
complete -c memcli -n '__memcli_called config show' -l help -d 'Show help and exit.'
complete -c memcli -n '__memcli_called config show' -s h -d 'Show help and exit.'
