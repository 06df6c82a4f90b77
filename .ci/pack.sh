#!/usr/bin/env bash
# Makes what `npm pack` ships in dist/: the program as few files, and the page's as JavaScript (Node strips no types below
# node_modules).
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf dist
node .ci/bundle.mjs
tsc -p src/sandbox/page --noEmit false --rootDir src/sandbox --outDir dist/sandbox
(cd src/sandbox/page && find . -type f ! -name '*.ts' ! -name '*.json' -exec cp --parents {} ../../../dist/sandbox/page/ \;)
mkdir dist/telemetry
cp src/telemetry/alerts.yml src/telemetry/dashboard.json dist/telemetry/
find dist -name '*.test.js' -delete
