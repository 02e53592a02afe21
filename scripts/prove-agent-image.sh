#!/usr/bin/env bash
# Builds the image of deploy/agent and runs it as a container: with a root that is read-only, as user 65534, without capabilities, with
# deploy/agent/seccomp.json. It looks at a page for the built service, and refuses to start where the sandbox is withheld. As root;
# Debian: apt-get install buildah mmdebstrap runc curl jq
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/node-base-image.sh

PORT=3978
SITE_PORT=8478
base=http://127.0.0.1:$PORT

work=$(mktemp -d /var/tmp/curbcut-agent-image.XXXXXX)
container=curbcut-agent-proof-$$
mounted=
started=()
finish() {
  runc delete --force "$container" 2> /dev/null || true
  [ ${#started[@]} = 0 ] || { kill "${started[@]}" && wait "${started[@]}"; } 2> /dev/null || true
  [ -z "$mounted" ] || buildah rm "$mounted" > /dev/null
  rm -rf "$work"
}
trap finish EXIT

build curbcut-agent -f deploy/agent/Dockerfile .
mounted=$(buildah from --pull-never localhost/curbcut-agent)
root=$(buildah mount "$mounted")
echo "the image: $(buildah images --format '{{.Size}}' localhost/curbcut-agent)"

[ -d dist ] || npm run --silent build
env -i PATH="$PATH" HOME="$HOME" PORT=$PORT DATA_DIR="$work/service" LOG_LEVEL=warn node dist/service/main.js > "$work/service.log" 2>&1 &
started+=($!)
node test/support/agent/inner-site.mjs $SITE_PORT > /dev/null &
started+=($!)
for _ in $(seq 300); do curl -fs -o /dev/null $base/health/ready && break; sleep 1; done
token=
call() {
  curl -fsS --max-time 60 -X "$1" "$base$2" -H 'Content-Type: application/json' ${token:+-H "Authorization: Bearer $token"} ${3:+-d "$3"}
}
token=$(call POST /api/auth/sign-up/email '{"name":"Ada","email":"ada@example.org","password":"a horse that staples 9 batteries"}' | jq -re .token)
organization=/v1/organizations/$(call POST /api/auth/organization/create '{"name":"Acme"}' | jq -re .id)
product=$organization/products/$(call POST "$organization/products" '{"name":"Shop","type":"website"}' | jq -re .product.slug)
agent=$(call POST "$organization/agents" '{"name":"In a container"}' | jq -re .agent.token)
call POST "$product/monitors" "{\"name\":\"Shop\",\"source\":{\"list\":[\"http://127.0.0.1:$SITE_PORT/\"]}}" > /dev/null

# The container, as a runtime would make it of the image: its user, command and environment.
image=$(buildah inspect --type image localhost/curbcut-agent | jq .Docker.config)
mkdir "$work/bundle"
(cd "$work/bundle" && runc spec)
jq --argjson image "$image" --slurpfile seccomp deploy/agent/seccomp.json --arg root "$root" --arg url "$base" --arg token "$agent" --arg site "127.0.0.1:$SITE_PORT" '
  .root = {path: $root, readonly: true}
  | .process.terminal = false | .process.cwd = $image.WorkingDir | .process.args = $image.Entrypoint
  | ($image.User | split(":") | map(tonumber)) as [$uid, $gid] | .process.user = {uid: $uid, gid: $gid}
  | .process.env = $image.Env + ["CURBCUT_URL=" + $url, "CURBCUT_AGENT_TOKEN=" + $token, "AGENT_ALLOW=" + $site]
  | .process.noNewPrivileges = true | .process.capabilities = {bounding: [], effective: [], permitted: []}
  | .mounts += [{destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "mode=1777"]}]
  | .linux.namespaces |= map(select(.type != "network"))
  | .linux.seccomp = $seccomp[0]
' "$work/bundle/config.json" > "$work/config.json"

start() { runc run --detach --bundle "$work/bundle" "$container" > "$work/log" 2>&1 < /dev/null; }
is_running() { [ "$(runc state "$container" 2> /dev/null | jq -r .status)" = running ]; }
inside() { runc exec "$container" "$@"; }
# says <words>: waits until the agent has said them, or has ended.
says() {
  for _ in $(seq 300); do
    if grep -q -- "$1" "$work/log"; then return; fi
    is_running || break
    sleep 1
  done
  grep -q -- "$1" "$work/log" || { cat "$work/log" >&2; return 1; }
}
ends() {
  for _ in $(seq 60); do is_running || { runc delete --force "$container" 2> /dev/null || true; return 0; }; sleep 1; done
  echo 'it does not end' >&2
  return 1
}

# As by the default profiles of Docker and Kubernetes: a process without capabilities can make no user namespaces.
jq '.linux.seccomp.syscalls += [
    {names: ["clone"], action: "SCMP_ACT_ERRNO", errnoRet: 1, args: [{index: 0, value: 268435456, valueTwo: 268435456, op: "SCMP_CMP_MASKED_EQ"}]},
    {names: ["clone3"], action: "SCMP_ACT_ERRNO", errnoRet: 38},
    {names: ["unshare"], action: "SCMP_ACT_ERRNO", errnoRet: 1}
  ]' "$work/config.json" > "$work/bundle/config.json"
start
says 'would run without its sandbox'
grep -q 'deploy/agent/seccomp.json' "$work/log"
ends

cp "$work/config.json" "$work/bundle/config.json"
start
says 'asks http'
[ "$(inside id -u)" = 65534 ]
if inside touch /app/file 2> /dev/null; then echo 'the root can be written' >&2; exit 1; fi
for line in 'CapPrm:0000000000000000' 'CapBnd:0000000000000000' 'NoNewPrivs:1' 'Seccomp:2'; do
  inside cat /proc/1/status | tr -d '\t' | grep -qx "$line" || { echo "not $line" >&2; exit 1; }
done
run=$product/monitors/1/runs/$(call POST "$product/monitors/1/runs" | jq -re .run.id)
state=waiting
for _ in $(seq 300); do
  state=$(call GET "$run" | jq -r .run.state)
  case $state in waiting | running | finishing) sleep 1 ;; *) break ;; esac
done
[ "$state" = "done" ] || { echo "the run is $state" >&2; call GET "$run" >&2; cat "$work/log" >&2; exit 1; }
[ "$(call GET "$product/findings" | jq -r '.findings[].ruleId')" = image-alt ]
runc kill "$container" TERM
ends
grep -q 'stops' "$work/log"
echo 'built, refused without a sandbox, looked at a page with it, and stopped'
