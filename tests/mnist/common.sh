# What the scripts of this folder share. Their first argument is bendml-mnist.
# shellcheck shell=bash
mnist=$(realpath "$1")
source "$(dirname "${BASH_SOURCE[0]}")/../support/program.sh"
data=$root/examples/mnist/data
init=$root/tests/data/mnist/init.safetensors
export BENDML_DATA=$data

# "loss hits" of the JSON lines of EVENT on stdin, one a line
results() { sed -n 's/.*"event":"'"$1"'".*"loss":\([-0-9.e]*\),"hits":\([0-9]*\).*/\1 \2/p'; }

# close NAME "loss hits..." "loss hits...": losses within 2e-4, hits within 4
close() {
  awk -v name="$1" -v found="$2" -v expected="$3" 'BEGIN {
    n = split(found, f); m = split(expected, e); bad = n != m || n == 0
    for (i = 1; i <= n && !bad; i++) {
      d = f[i] - e[i]; if (d < 0) d = -d
      if (d > (i % 2 ? 2e-4 : 4)) bad = 1
    }
    if (bad) print name ": found " found ", expected " expected
    exit bad
  }' || failed=1
}
