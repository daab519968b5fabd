#!/bin/sh
# Every campaign at its full size, those that are named (`npm run test:faults -- kills`), or the one of a million events (`-- million`).
# FAULTS_COUNTS=FILE keeps what they saw; `npm run test:faults -- counts FILE…` adds it up.
set -e
if [ "$1" = counts ]; then
  shift
  exec npx tsx server/test/faults/counts.ts "$@"
fi
if [ "$1" = million ]; then
  FAULTS=million exec npx vitest run server/test/faults/million.test.ts
fi
if [ $# -eq 0 ]; then
  set -- $(grep -rl --include='*.test.ts' 'scale.ts"' server cli sdk docs)
fi
FAULTS=full exec npx vitest run --no-file-parallelism "$@"
