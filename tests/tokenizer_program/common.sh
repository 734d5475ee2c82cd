# What the scripts of this folder share. Their first argument is bendml-tokenizer.
# shellcheck shell=bash
tokenizer=$(realpath "$1")
source "$(dirname "${BASH_SOURCE[0]}")/../support/program.sh"
tables=${BENDML_SHARED:-$root/../shared}/data/tokenizer # of cl100k_base and o200k_base, too large for the repository

# equal NAME "found" "expected"
equal() { [[ $2 == "$3" ]] || wrong "$1: found \"$2\", expected \"$3\""; }

# As refuses, but what came before may have been written.
refuses_some() {
  refuses "$1" "$2" bash -c '"$@" > some' refuses "${@:3}"
}

# ids_are NAME [OPTION...]: tiktoken's ids of every text of expected.txt for this encoding, and back
ids_are() {
  local name=$1 encoding special text ids tried=0
  local -a options=("${@:2}") allow
  while IFS=$'\t' read -r encoding special text ids; do
    [[ $encoding == "$name" ]] || continue
    tried=$((tried + 1))
    allow=()
    [[ $special == allow ]] && allow=(--allow-special)
    printf '%b' "$text" > text
    equal "$name of $text" "$("$tokenizer" encode "${options[@]}" "${allow[@]}" text)" "$ids"
    equal "$name, count of $text" "$("$tokenizer" count "${allow[@]}" "${options[@]}" < text)" "$(wc -w <<< "$ids" | xargs)"
    "$tokenizer" decode "${options[@]}" <<< "$ids" | cmp - text || wrong "$name: $ids are not $text"
  done < "$root/tests/data/tokenizer_program/expected.txt"
  [[ $tried -gt 5 ]] || wrong "$name: only $tried texts"
}

# comes_back [OPTION...]: random bytes, all bytes of one value, and this project's texts, through encode and decode
comes_back() {
  head -c 200000 /dev/urandom > random.bytes
  head -c 5000 /dev/zero > zeros.bytes
  cat "$root"/include/bendml/*.h "$root"/README.md > code.bytes
  : > empty.bytes
  for file in *.bytes; do
    "$tokenizer" encode "$@" $file | "$tokenizer" decode "$@" | cmp - $file || { cp $file /tmp; wrong "$*: /tmp/$file"; }
    "$tokenizer" encode --json "$@" $file | "$tokenizer" decode --json "$@" | cmp - $file || wrong "--json $*: $file"
    "$tokenizer" encode --null "$@" $file | "$tokenizer" decode --null "$@" > back
    [[ ! -s $file || $(tail -c 1 $file | od -An -t u1) -eq 0 ]] || truncate -s -1 back # the last NUL is its own
    cmp back $file || wrong "--null $*: $file"
  done
}
