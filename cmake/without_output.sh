#!/bin/sh
# Removes what a compiler's command line would write, then runs it:
#
#   without_output.sh COMPILER ... -o OUTPUT ...
#
# ccache hashes a precompiled header that lies beside its source, even where the
# command is to make it anew: the one of before, which is never the same twice, would
# keep it from finding any that it has.
previous=
for argument in "$@"; do
  if [ "$previous" = -o ]; then
    rm -f "$argument"
  fi
  previous=$argument
done
exec "$@"
