#!/bin/sh
# The one command. Hands over to hashcop/, which makes what it needs first.
here=$(dirname -- "$(readlink -f -- "$0")")
command -v python3 >/dev/null 2>&1 || {
    echo "do: python3 (3.11 or newer) is needed; on Debian: apt-get install -y python3 python3-venv" >&2
    exit 1
}
# A Ctrl-C that comes while Python starts waits until it can be answered, where env can do that.
wait="env --block-signal=INT,TERM,HUP"
$wait true 2>/dev/null || wait=
# -I, -S: only Python's own library is needed, and nothing else is imported.
exec $wait python3 -I -S -B "$here/bootstrap.py" "$@"
