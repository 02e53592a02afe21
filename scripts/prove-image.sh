#!/usr/bin/env bash
# Builds the image of the Dockerfile and runs it as a container: with a root that is read-only, as user 1000, without capabilities. As root;
# Debian: apt-get install buildah mmdebstrap runc curl jq
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/node-base-image.sh

PORT=3977
LARGEST_MB=500

work=$(mktemp -d /var/tmp/curbcut-image.XXXXXX)
container=curbcut-proof-$$
mounted=
finish() {
  runc delete --force "$container" 2> /dev/null || true
  [ -z "$mounted" ] || buildah rm "$mounted" > /dev/null
  rm -rf "$work"
}
trap finish EXIT

build curbcut .

mounted=$(buildah from --pull-never localhost/curbcut)
root=$(buildah mount "$mounted")
echo 'MB, by what is in it:'
du -sm "$root"/app/node_modules "$root"/app/dist "$root"/usr/local "$root" | sed "s#$root#/#; s#//#/#"
size=$(buildah images --format '{{.Size}}' localhost/curbcut)
echo "the image: $size"
[[ $size == *' MB' ]] && [ "$(cut -d' ' -f1 <<< "$size" | cut -d. -f1)" -lt "$LARGEST_MB" ]

# The inventory that is in it names every package that is in it.
sbom=$root$(buildah inspect --type image localhost/curbcut | jq -re '.Docker.config.Labels["org.curbcut.sbom"]')
jq -e '.bomFormat == "CycloneDX"' "$sbom" > /dev/null
named=$(jq -r '.components[] | (if .group then .group + "/" else "" end) + .name' "$sbom" | sort -u)
missing=$(cd "$root/app/node_modules" && find . -mindepth 1 -maxdepth 2 -name package.json -o -mindepth 2 -maxdepth 3 -path './@*' -name package.json |
  sed 's#^\./##; s#/package.json$##' | sort -u | comm -23 - <(echo "$named"))
if [ -n "$missing" ]; then echo "not in the inventory: $missing" >&2; exit 1; fi

# The container, as a runtime would make it of the image: its user, command, environment and volume.
image=$(buildah inspect --type image localhost/curbcut | jq .Docker.config)
mkdir "$work/bundle" "$work/data"
chown 1000:1000 "$work/data"
(cd "$work/bundle" && runc spec)
jq --argjson image "$image" --arg root "$root" --arg data "$work/data" --arg port "$PORT" '
  .root = {path: $root, readonly: true}
  | .process.terminal = false | .process.user = {uid: 1000, gid: 1000} | .process.cwd = $image.WorkingDir
  | .process.args = $image.Entrypoint + $image.Cmd | .process.env = $image.Env + ["PORT=" + $port] | .process.noNewPrivileges = true
  | .process.capabilities = {bounding: [], effective: [], permitted: []}
  | .mounts += [{destination: "/data", type: "bind", source: $data, options: ["rbind", "rw"]},
      {destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "size=16m"]}]
  | .linux.namespaces |= map(select(.type != "network"))
' "$work/bundle/config.json" > "$work/config.json"
mv "$work/config.json" "$work/bundle/config.json"

start() { runc run --detach --bundle "$work/bundle" "$container" > "$work/log" 2>&1 < /dev/null; }
health() { runc exec "$container" "${check[@]}"; }
inside() { runc exec "$container" "$@"; }
mapfile -t check < <(jq -r '.Healthcheck.Test[1:][]' <<< "$image")
healthy() {
  for _ in $(seq 60); do
    if health 2> /dev/null; then return; fi
    sleep 1
  done
  cat "$work/log" >&2
  return 1
}
stop() {
  runc kill "$container" TERM
  for _ in $(seq 100); do
    [ "$(runc state "$container" 2> /dev/null | jq -r .status)" = running ] || { runc delete --force "$container" 2> /dev/null || true; return; }
    sleep 0.3
  done
  echo 'it does not stop' >&2
  return 1
}
person() {
  curl -fsS -o /dev/null "http://127.0.0.1:$PORT/api/auth/$1/email" -H 'Content-Type: application/json' \
    -d '{"name":"Ada","email":"ada@example.org","password":"a horse that staples 9 batteries"}'
}

start
healthy
[ "$(inside id -u)" = 1000 ]
if inside touch /app/file 2> /dev/null; then echo 'the root can be written' >&2; exit 1; fi
curl -fsS -o /dev/null "http://127.0.0.1:$PORT/docs"
person sign-up
inside curbcut-admin doctor
inside curbcut-admin backup - 2> /dev/null | tar -tf - | tail -1 | grep -qx signature.json
stop
# The volume has everything: another container goes on with it.
start
healthy
person sign-in
stop
echo 'built, healthy, stopped, and found its data again'
