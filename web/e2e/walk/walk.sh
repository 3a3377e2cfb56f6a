#!/usr/bin/env bash
# The walk of docs/WALK.md: from an empty shop to the first refund, in a browser.
#
#   web/e2e/walk/walk.sh [PICTURES]      starts an empty shop of its own, walks through it, and stops it
#   DATA=DIR BASE_URL=http://localhost:8310 web/e2e/walk/walk.sh [PICTURES]   uses a running empty shop with this data folder
#
# PICTURES is the folder of the pictures and of walk.json, the effort of each step. Needs what `cargo up` needs, and Chromium. Variables:
#   PROGRAMS    a folder with compiled programs and their `web`; without it, `cargo up` compiles them
#   PORT        the port of the shop that it starts (8310)
#   PATIENCE_SECONDS   how long it waits for a page (60)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
WALK_PICTURES=$(realpath -m "${1:-web/test-results/walk}"); export WALK_PICTURES
PORT=${PORT:-8310}
fail() { echo "error: $*" >&2; exit 1; }

local_program=${LOCAL_PROGRAM:-target/release/sovqat-local} auth=${PROGRAMS:-target/release}/sovqat-auth
if [ -z "${DATA:-}" ]; then
  DATA=$(mktemp -d -t sovqat-walk.XXXXXX)
  # PostgreSQL runs as another user when this runs as root.
  chmod 755 "$DATA"
  [ -n "${PROGRAMS:-}" ] || cargo build --quiet --release --package local --bins
  "$local_program" up --fresh --demo none --port "$PORT" --data "$DATA" ${PROGRAMS:+--programs "$PROGRAMS"} > "$DATA.log" 2>&1 & shop=$!
  trap 'kill -INT $shop 2>/dev/null; wait $shop 2>/dev/null; rm -rf "$DATA"' EXIT
  until grep -q '^ready http' "$DATA.log"; do
    kill -0 $shop 2>/dev/null || fail "the shop does not start: $(tail -20 "$DATA.log")"
    sleep 0.5
  done
  BASE_URL=http://localhost:$PORT
fi
export BASE_URL=${BASE_URL:-http://localhost:$PORT}

# The owner's link is made by the auth service where its database can be reached: OPERATIONS.md, “The first owner”.
sockets=("$DATA"/postgres/.s.PGSQL.*[0-9])
password=$(cat "$DATA/postgres/password")
export SOVQAT_MODE=local PUBLIC_URL=$BASE_URL
export AUTH_DATABASE_URL="postgres://postgres:$password@127.0.0.1:${sockets[0]##*.}/auth?host=$DATA/postgres"
export OWNER_COMMAND="'$(realpath "$auth")' owner --phone"
CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || true)}; export CHROMIUM
cd web
npx playwright test --config e2e/walk/config.ts
