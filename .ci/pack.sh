#!/usr/bin/env bash
# Compiles what `npm pack` ships into dist/: Node strips no types below node_modules.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf dist
tsc -p src
tsc -p src/sandbox/page --noEmit false --rootDir src/sandbox --outDir dist/sandbox
(cd src/sandbox/page && find . -type f ! -name '*.ts' ! -name '*.json' -exec cp --parents {} ../../../dist/sandbox/page/ \;)
find dist -name '*.test.js' -delete
