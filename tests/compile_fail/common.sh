# What the scripts of this folder share: their arguments are the compiler and files, and they run in
# the project's folder. 77 tells ctest that a test was skipped.
# shellcheck shell=bash
compiler=$1
files=()
for file in "${@:2}"; do
    files+=("$(realpath "$file")")
done
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C # the words are English
command -v "$compiler" >/dev/null || { echo "SKIPPED: there is no $compiler here"; exit 77; }

# A user's strictest flags.
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Werror)

# check_all FILE...: runs `check FILE` for each, two at a time; fails if one fails or there is none
check_all() {
    local list=("$@") pids=() worker pid status=0
    [[ -e ${1-} ]] || { echo "no files: ${1-}"; return 1; }
    for worker in 0 1; do
        (
            failed=0
            for ((i = worker; i < ${#list[@]}; i += 2)); do
                check "${list[i]}" || failed=1
            done
            exit "$failed"
        ) &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid" || status=1
    done
    return "$status"
}
