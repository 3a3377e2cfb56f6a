#!/usr/bin/env bash
# A team's day: change the store service, verify what the change touches, build its image, upgrade it beside the others under load,
# watch it, and take it back. docs/TEAM-DAY.md explains it and has its output.
#
#   docs/team-day.sh                 from a clean clone; it writes into target/ and a temporary folder only
#   docs/team-day.sh build           only steps 1 to 3
#   docs/team-day.sh rollout         only steps 4 to 7, with what an earlier run has built
#   PROFILE=dev docs/team-day.sh     with development programs, which compile faster
#
# Needs what `cargo up` needs, and git and curl. As root, with buildah, it builds and starts the image; with prometheus, it watches
# there. Without them it says so and goes on. Variables:
#   PORT, RATE      port of its shop (8080) and requests a second of the load (50)
#   RELEASED        a folder with the programs that run today, and with its folder `web`; without it, they are compiled
#   WORKTREE        a checkout to change instead of a new worktree in target/; it is left at the changed commit
#   TESTED          the packages to test, if not all that are affected
#   DATABASE_URL    PostgreSQL for the tests; without it, it starts one
set -euo pipefail
part=${1:-all}
case $part in all | build | rollout) ;; *) echo "error: the argument is build or rollout" >&2; exit 2 ;; esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."

PROFILE=${PROFILE:-release} PORT=${PORT:-8080} RATE=${RATE:-50}
case $PROFILE in release) folder=release cargo_profile=(--release) ;; dev) folder=debug cargo_profile=() ;;
  *) echo "error: PROFILE is release or dev" >&2; exit 2 ;;
esac
# Pauses in which the load runs over one combination of programs, in seconds.
PAUSE=6
READY_SECONDS=600

repository=$PWD
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$repository/target} SQLX_OFFLINE=true
day=$CARGO_TARGET_DIR/local/team-day
# The worktree stays for the next run: with new files, cargo would compile everything again.
worktree=${WORKTREE:-$day/worktree}
local=$CARGO_TARGET_DIR/$folder/sovqat-local
data=$(mktemp -d -t sovqat-team-day.XXXXXX)
# PostgreSQL runs as another user when this runs as root.
chmod 755 "$data"
mkdir -p "$day"

fail() { echo "error: $*" >&2; exit 1; }
headline() { printf '\n== %s\n' "$*"; }
# print_command COMMAND…: with paths relative to the clone.
print_command() { printf '$ %s\n' "$*" | sed "s#$CARGO_TARGET_DIR/#target/#g; s#$repository/##g"; }
# show COMMAND…: prints the command, then runs it.
show() { print_command "$@"; "$@"; }

pids=()
cleanup() {
  for pid in "${pids[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$data"
}
trap cleanup EXIT

# until_true SECONDS COMMAND…
until_true() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do [ $SECONDS -lt $end ] || return 1; sleep 0.2; done
}

# Steps 1 to 3.
build() {
  headline "The programs that run today"
  rm -rf "$day/today" "$day/new" && mkdir -p "$day/today" "$day/new"
  if [ -n "${RELEASED:-}" ]; then
    echo "they are in $RELEASED"
    cp -R "$RELEASED/." "$day/today"
  else
    # The same selection as `cargo up` and `cargo verify --full`: with another one, cargo would choose other features of the
    # dependencies and compile everything again.
    show cargo build --quiet "${cargo_profile[@]}" --workspace --exclude local --bins
    for program in auth catalog order store notification seo gateway bank; do
      cp "$CARGO_TARGET_DIR/$folder/sovqat-$program" "$day/today/"
    done
  fi

  show cargo build --quiet "${cargo_profile[@]}" --package local --bin sovqat-local

  headline "1. Change the store service"
  git worktree prune
  if [ -d "$worktree" ]; then
    # Otherwise git would find the enclosing checkout and overwrite it.
    [ "$(git -C "$worktree" rev-parse --show-toplevel)" = "$(realpath "$worktree")" ] || fail "$worktree is no checkout of its own: remove it"
    [ -z "${WORKTREE:-}" ] || [ -z "$(git -C "$worktree" status --porcelain)" ] || fail "$worktree has uncommitted changes"
    git -C "$worktree" checkout --quiet --force --detach "$(git rev-parse HEAD)"
  else git worktree add --quiet --detach "$worktree" HEAD; fi
  cd "$worktree"
  git apply <<'PATCH'
--- a/services/store/src/grpc/parse.rs
+++ b/services/store/src/grpc/parse.rs
@@ -29,6 +29,7 @@
 pub fn search(search: Option<&str>) -> Result<Option<String>> {
     let text = search.map(|raw| input::text(raw, 0..=MAX_SEARCH_LENGTH)).transpose();
     let text = text.map_err(|code| Error::invalid("search", code))?;
+    let text = text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
     Ok(text.filter(|text| !text.is_empty()))
 }
 
 pub fn sort(sort: StoreSort) -> Sort {
--- a/services/store/tests/it/listing.rs
+++ b/services/store/tests/it/listing.rs
@@ -36,6 +36,7 @@
     let service = TestStore::loaded(pool, &stores).await;
     assert_eq!(service.search("EV").await, ["gul-evi", "sirin-ev"]);
     assert_eq!(service.search("  şİRİN ").await, ["sirin-ev"]);
+    assert_eq!(service.search("gül   evi").await, ["gul-evi"]);
     assert_eq!(service.search("ipək").await, ["ipek-yolu"]);
     assert_eq!(service.search("çIraq").await, ["ciraq"]);
     assert_eq!(service.search("   ").await.len(), 4);
PATCH
  git -c user.name="Store team" -c user.email=store@example.org -c core.hooksPath=/dev/null \
    commit --quiet --all --message "store: ignore repeated spaces in a search"
  commit=$(git rev-parse HEAD)
  show git --no-pager show --stat --format='%h %s' HEAD

  headline "2. Verify what it touches"
  print_command cargo affected --since HEAD~1
  affected=$("$local" affected --since HEAD~1)
  echo "$affected"
  packages=$(node -p 'JSON.parse(process.argv[1]).packages.join(" ")' "$affected")
  images=$(node -p 'JSON.parse(process.argv[1]).images.join(" ")' "$affected")
  [ "$images" = store ] || fail "the change touches the images $images, not only store"
  if [ -z "${DATABASE_URL:-}" ]; then
    "$local" postgres > "$day/postgres.log" 2>&1 & pids+=($!)
    until_true 300 grep -q '^ready ' "$day/postgres.log" || fail "PostgreSQL does not start: $(cat "$day/postgres.log")"
    DATABASE_URL=$(sed -n 's/^ready //p' "$day/postgres.log"); export DATABASE_URL
  fi
  for package in $packages; do
    [[ " ${TESTED:-$packages} " == *" $package "* ]] || echo "the tests of $package are left out, because TESTED is \"$TESTED\""
  done
  chosen=(); for package in ${TESTED:-$packages}; do chosen+=(--package "$package"); done
  print_command cargo test "${chosen[@]}"
  cargo test --quiet "${chosen[@]}" > "$day/test.log" 2>&1 || { tail -40 "$day/test.log"; fail "tests fail"; }
  grep '^test result' "$day/test.log" | awk '{passed += $4; failed += $6} END {print passed " tests passed, " failed " failed"}'

  headline "3. Build its image"
  print_command "SOVQAT_COMMIT=${commit:0:12}" cargo build "${cargo_profile[@]}" --package store
  SOVQAT_COMMIT=${commit:0:12} cargo build --quiet "${cargo_profile[@]}" --package store
  cp "$CARGO_TARGET_DIR/$folder/sovqat-store" "$day/new/"
  if [ -z "${RELEASED:-}" ]; then
    # The worktree shares the target folder with the clone: put its program back.
    cp "$day/today/sovqat-store" "$CARGO_TARGET_DIR/$folder/sovqat-store"
  fi
  if [ "$(id -u)" -eq 0 ] && command -v buildah > /dev/null; then
    # It starts a PostgreSQL with sovqat-local. Only the image of the gateway needs a web app.
    cp "$local" "$day/new/"
    show deploy/docker/test --binaries "$day/new" --web "$day/new" --commit "${commit:0:12}" store
  else
    echo "buildah or root is missing: no image is built. The day goes on with the program."
  fi
  cd "$repository"
}

# Not with `||`: bash would ignore failed commands in the function.
if [ "$part" != rollout ]; then build; fi
if [ "$part" = build ]; then exit 0; fi
[ -x "$day/new/sovqat-store" ] || fail "no earlier run has built the new store"

headline "4. The shop, with two replicas of everything"
command=("$local" up --fresh --demo full --pictures few --replicas 2 --programs "$day/today" --port "$PORT" --data "$data/shop")
print_command SHUTDOWN_DELAY=1s cargo "${command[@]:1}"
SHUTDOWN_DELAY=1s "${command[@]}" > "$day/shop.log" 2>&1 & shop_pid=$!; pids=("$shop_pid" "${pids[@]}")
is_up() { grep -q '^ready http' "$day/shop.log" || ! kill -0 $shop_pid 2>/dev/null; }
until_true $READY_SECONDS is_up && kill -0 $shop_pid 2>/dev/null || fail "the shop does not start: $(tail -30 "$day/shop.log")"
export BASE_URL=http://127.0.0.1:$PORT
# admin STORE: the address of its admin port, for store and store-2.
admin() { awk -v name="$1" '$1 == name && $3 == "metrics" {print $4}' "$day/shop.log" | sed 's#/metrics##'; }
versions() { for name in store store-2; do echo "$name $(curl -fsS --max-time 5 "$(admin $name)/health/version")"; done; }
versions

if command -v prometheus > /dev/null; then
  metrics=http://127.0.0.1:$((PORT + 90))
  {
    printf 'global: { scrape_interval: 1s }\nscrape_configs:\n'
    for job in auth catalog order store notification seo gateway; do
      printf '  - job_name: %s\n    static_configs: [{ targets: ["%s", "%s"] }]\n' $job \
        "$(admin $job | sed 's#http://##')" "$(admin $job-2 | sed 's#http://##')"
    done
  } > "$day/prometheus.yaml"
  prometheus --config.file "$day/prometheus.yaml" --storage.tsdb.path "$data/prometheus" \
    --web.listen-address "${metrics#http://}" > "$day/prometheus.log" 2>&1 & pids+=($!)
  until_true 30 curl -fsS --max-time 2 "$metrics/-/ready" > /dev/null 2>&1 || fail "Prometheus does not start: $(cat "$day/prometheus.log")"
else
  metrics=
  echo "prometheus is missing: the day is watched on the admin ports."
fi
# query PROMQL: prints the labels and the value of each series.
query() {
  curl -fsS --max-time 10 --get "$metrics/api/v1/query" --data-urlencode "query=$1" | node -e '
    const { data } = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
    for (const { metric: { __name__, ...labels }, value } of data.result)
      console.log("  " + Object.entries(labels).map(([name, value]) => `${name}=${value}`).join(" "), Number(Number(value[1]).toFixed(1)))
    if (data.result.length === 0) console.log("  none")'
}
# panel TITLE: prints the series of a panel of the dashboard.
panel() {
  local expression
  expression=$(node -p '
    const { panels } = JSON.parse(require("node:fs").readFileSync("deploy/observability/dashboard.json", "utf8"))
    panels.find(({ title }) => title === process.argv[1]).targets[0].expr.replaceAll("$__rate_interval", "30s")' "$1")
  echo "panel \"$1\":"; query "$expression"
}
watch() {
  if [ -n "$metrics" ]; then
    echo 'calls a second of store, by release:'
    query 'sum by (version, commit) (rate(rpc_server_call_duration_count{job="store"}[5s]) * on (instance) group_left (version, commit) process_build_info{job="store"})'
    panel "Failures (5xx) a second by route"
  else
    for name in store store-2; do echo "$name $(curl -fsS --max-time 5 "$(admin $name)/metrics" | grep '^process_build_info')"; done
  fi
}
searched=0
# Ten searches with repeated spaces. Each has another page size, so that no answer comes from a cache.
search() {
  local found=0 answer
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    searched=$((searched + 1))
    answer=$(curl -fsS --max-time 5 "$BASE_URL/api/v1/store/all?search=g%C3%BCl%20%20%20evi&perPage=$searched")
    if [[ $answer == *'"slug":"gul-evi"'* ]]; then found=$((found + 1)); fi
  done
  echo "$found of 10 searches for \"gül   evi\" find the store"
}

headline "5. Upgrade it beside the others, under load"
print_command node deploy/load/steady.mjs "$RATE" "&"
node deploy/load/steady.mjs "$RATE" > "$day/load.log" 2>&1 & load_pid=$!; pids=("$load_pid" "${pids[@]}")
is_loaded() { grep -q 'requests a second' "$day/load.log" || ! kill -0 $load_pid 2>/dev/null; }
until_true 60 is_loaded && kill -0 $load_pid 2>/dev/null || fail "the load does not start: $(cat "$day/load.log")"
sleep $PAUSE
search
# rollout ARGUMENT…
rollout() { print_command cargo rollout "$@"; "$local" rollout "$@" --data "$data/shop"; }
for replica in 1 2; do
  rollout store --replica $replica --from "$day/new"
  sleep $PAUSE
  versions
  watch
  search
done

headline "6. Take it back"
rollout store
sleep $PAUSE
versions
watch
search

headline "7. The load"
kill -TERM $load_pid
code=0; wait $load_pid || code=$?
cat "$day/load.log"
[ $code -eq 0 ] || fail "requests have failed"
[ -n "$(git status --porcelain)" ] || echo "the clone is clean"
echo "no request has failed"
