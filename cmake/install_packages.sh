#!/usr/bin/env bash
# install_packages.sh [TARGET]: installs what is missing of packages.txt, also of
# what only this make target needs, and touches neither the network nor the system
# when nothing is. Needs root or sudo.
set -euo pipefail

installed() {
  # A node or npm from elsewhere serves as well as Debian's.
  case $1 in
    nodejs) command -v node >/dev/null && return ;;
    npm) command -v npm >/dev/null && return ;;
  esac
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

list=$(dirname "$0")/packages.txt
missing=()
while read -r package only_for; do
  [[ -z $only_for || $only_for == "${1:-}" ]] || continue
  installed "$package" || missing+=("$package")
done < <(grep --invert-match -E '^(#|$)' "$list")
((${#missing[@]})) || exit 0

echo "Installing ${missing[*]}"
as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "These packages are missing, and only root can install them: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install --yes --no-install-recommends "${missing[@]}"
