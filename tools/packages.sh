#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install what packages.txt names and the machine does not have.
#   tools/packages.sh run|test
# Silent and without network when nothing is missing. Exit 1 when a package could not be installed.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

case "${1:-}" in
    run) who='^run$' ;;
    test) who='^(run|test)$' ;;
    *)
        echo "usage: tools/packages.sh run|test" >&2
        exit 2
        ;;
esac

# print those of the given packages that are not installed; PACKAGE=COMMAND is there as well where the
# command is, whoever brought it
missing_of() {
    local installed
    installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${@%%=*}" 2>/dev/null || true)
    local entry
    for entry in "$@"; do
        if [[ $entry == *=* ]] && command -v "${entry#*=}" >/dev/null; then
            continue
        fi
        grep -qx "${entry%%=*} installed" <<<"$installed" || echo "${entry%%=*}"
    done
}

mapfile -t wanted < <(sed 's/#.*//' "$top/packages.txt" |
    awk -v who="$who" '$2 ~ who { print $1 ($3 != "" ? "=" $3 : "") }')

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # another system: the build itself will say what it does not find
    if [ ! -e "$top/build/.packages-note" ]; then
        echo "This is not Debian: please install the equivalents of packages.txt yourself." >&2
        mkdir -p "$top/build" && touch "$top/build/.packages-note"
    fi
    exit 0
fi

mapfile -t missing < <(missing_of "${wanted[@]}")
if [ "${#missing[@]}" -eq 0 ]; then
    exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Missing packages, and neither root nor sudo to install them. As root, please run:" >&2
        echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=120 "$@" </dev/null >>"$log" 2>&1
}

echo "Installing: ${missing[*]}" >&2
# the lists are locked while another update is under way, and apt-get does not wait for it by itself
update() {
    local try
    for try in 1 2 3 4 5; do
        "${as_root[@]}" apt-get update >>"$log" 2>&1 && return
        grep -q 'Could not get lock' "$log" || return 1
        [ "$try" -eq 5 ] || sleep 10
    done
    return 1
}
update || echo "apt-get update failed; going on with the lists there are." >&2
if ! install "${missing[@]}"; then
    # one package that cannot be had must not keep the others away
    for package in "${missing[@]}"; do
        install "$package" || true
    done
fi

mapfile -t missing < <(missing_of "${missing[@]}")
if [ "${#missing[@]}" -gt 0 ]; then
    tail -n 20 "$log" >&2
    {
        echo
        echo "Could not install: ${missing[*]}"
        echo "By hand, as root:"
        echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
    } >&2
    exit 1
fi
