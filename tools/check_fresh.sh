#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prove packages.txt: make a new, minimal Debian in a folder, copy the tree into it, and let ./run
# and ./test do the rest there. The mirror is the one this machine's apt uses.
#   tools/check_fresh.sh [FOLDER [COMMAND]]
# FOLDER is kept and used again (the system in it, not its copy of the tree); without it a temporary
# one is made and removed. COMMAND replaces "./run --version && tools/check_trainer.sh && ./test". Needs root,
# debootstrap and the network.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
command=${2:-./run --version && tools/check_trainer.sh && ./test}
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
    echo "tools/check_fresh.sh needs root and debootstrap" >&2
    exit 1
fi

root=${1:-}
if [ -n "$root" ]; then
    mkdir -p "$root"
    root=$(cd "$root" && pwd)
else
    root=$(mktemp -d)
    temporary=yes
fi
clean_up() {
    local mounted
    for mounted in "$root/dev/pts" "$root/proc"; do
        if mountpoint -q "$mounted"; then
            umount "$mounted"
        fi
    done
    if [ -n "${temporary:-}" ]; then
        rm -rf --one-file-system "$root"
    fi
}
trap clean_up EXIT

# repositories that this machine uses, "URI RELEASE COMPONENT", Debian's own only
# shellcheck disable=SC2016  # apt fills these in, not the shell
mapfile -t repositories < <(apt-get indextargets 'Created-By: Packages' 'Origin: Debian' \
    --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' | LC_ALL=C sort -u)
codename=$(sed -n "s/^VERSION_CODENAME=//p" /etc/os-release)
mirror=
for repository in "${repositories[@]}"; do
    read -r uri release _ <<<"$repository"
    if [ "$release" = "$codename" ]; then
        mirror=$uri
    fi
done
if [ -z "$mirror" ]; then
    echo "tools/check_fresh.sh: apt knows no mirror of $codename" >&2
    exit 1
fi

# the new system, with the same repositories and proxy
if [ ! -e "$root/etc/debian_version" ]; then
    debootstrap --variant=minbase --include=ca-certificates "$codename" "$root" "$mirror"
fi
printf 'deb %s\n' "${repositories[@]}" >"$root/etc/apt/sources.list"
apt-config dump | grep -E '^Acquire::[a-z]+::Proxy ' >"$root/etc/apt/apt.conf.d/00proxy" || true
cp /etc/resolv.conf /etc/hosts "$root/etc/"
# certificates that this machine adds for Node.js, as one behind a proxy does
certificates=()
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    cp "$NODE_EXTRA_CA_CERTS" "$root/etc/ssl/extra.crt"
    certificates=(NODE_EXTRA_CA_CERTS=/etc/ssl/extra.crt)
fi
# the sanitizers read /proc, the tests of the progress line need terminals
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mountpoint -q "$root/dev/pts" || mount -t devpts -o ptmxmode=0666 devpts "$root/dev/pts"

# the tree as it would be cloned
tree=$root/srv/sutura
rm -rf "$tree"
mkdir "$tree"
git ls-files -co --exclude-standard -z | tar --null -T - -cf - | tar -C "$tree" -xf -

chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/ LANG=C.UTF-8 TERM=dumb "${certificates[@]}" bash -c "cd /srv/sutura && $command"
