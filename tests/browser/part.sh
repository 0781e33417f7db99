#!/usr/bin/env bash
# The walk of the first use in a real browser: the README's demo command, built as a newcomer builds it.
# limit: 2400
set -euo pipefail
. .ci/lib

grep -qE '^cargo run --release -- demo' README.md || { echo "README.md has lost its demo command"; exit 1; }
cargo build --release --locked --bin qipin

screens=$CARGO_TARGET_DIR/screens
work=$(mktemp -d "${TMPDIR:-/tmp}/qipin-browser.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tmp" "$work/screens"

# Nothing of the walk runs as root, and none of it sees the clone: the program has to bring all it needs.
cp "$CARGO_TARGET_DIR/release/qipin" "$work/qipin"
cp -r tests/browser "$work/browser"
cp -r src/text/catalogue "$work/browser/catalogue"
node=$(readlink -f "$(command -v node)")
unprivileged "$work" "$node" --version >/dev/null 2>&1 || { cp "$node" "$work/node"; node=$work/node; }

# First that the checks find what they are for, then the walk.
unprivileged "$work" "$node" "$work/browser/self-test.mjs"
status=0
unprivileged "$work" env QIPIN_WALK_BINARY="$work/qipin" QIPIN_WALK_SCREENS="$work/screens" \
    "$node" "$work/browser/walk.mjs" 2>&1 | tee "$QIPIN_CI_CACHE/logs/walk.out" || status=$?

rm -rf "$screens"
cp -r --no-preserve=ownership "$work/screens" "$screens"
echo "$(grep -c . < <(find "$screens" -name '*.png')) pictures in $screens"
tail -n 1 "$QIPIN_CI_CACHE/logs/walk.out" >"$QIPIN_CI_NOTE"
exit "$status"
