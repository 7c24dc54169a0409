#!/bin/sh
# expect.sh CODE COMMAND…: succeeds if the command ends with this exit code (docs/exit-codes.md).
want=$1
shift
"$@"
code=$?
if [ "$code" -ne "$want" ]; then
  echo "exit code $code where $want was expected (0 safe, 1 violation, 2 bad input, 3 inconclusive)" >&2
  exit 1
fi
