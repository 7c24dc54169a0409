#!/bin/sh
# Stands in for clang (HEDDLE_CLANG) while a spec is checked: what was compiled
# once is taken from the folder COMPILED_ONCE. The rows of a spec compile the same
# files with the same flags, and that takes longer than most searches.
set -u
case " $* " in
  *' -o - '*) ;;
  *) exec "$REAL_CLANG" "$@" ;; # a precompiled header: heddle keeps those itself
esac
kept=$COMPILED_ONCE/$(printf '%s\n' "$@" | cksum | tr ' ' -)
if [ ! -e "$kept.done" ]; then
  "$REAL_CLANG" "$@" >"$kept" 2>"$kept.messages" || { status=$?; cat "$kept.messages" >&2; exit $status; }
  : >"$kept.done"
fi
if [ -s "$kept.messages" ]; then cat "$kept.messages" >&2; fi
cat "$kept"
