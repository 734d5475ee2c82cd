# What the tests of programs share: they work in a folder of their own, and tell everything that is wrong before they fail.
# shellcheck shell=bash
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0

wrong() { echo "WRONG: $*"; failed=1; }

# refuses STATUS "words" COMMAND...: exits so, says so on stderr, and nothing on stdout
refuses() {
  local status=$1 words=$2 found=0
  shift 2
  "$@" > out 2> err || found=$?
  [[ $found == "$status" ]] || wrong "$*: exit code $found, expected $status: $(head -c 300 err)"
  grep -qF -- "$words" err || wrong "$*: said \"$(head -c 300 err)\", expected \"$words\""
  [[ ! -s out ]] || wrong "$*: wrote on stdout: $(head -c 100 out)"
}
