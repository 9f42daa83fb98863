#!/bin/sh
# The one command. Hands over to hashcop/, which makes what it needs first.
here=$(dirname -- "$(readlink -f -- "$0")")
command -v python3 >/dev/null 2>&1 || {
    echo "do: python3 (3.11 or newer) is needed; on Debian: apt-get install -y python3 python3-venv" >&2
    exit 1
}
exec python3 -B "$here/bootstrap.py" "$@"
