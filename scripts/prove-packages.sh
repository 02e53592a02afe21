#!/usr/bin/env bash
# Checks everything under deploy/, the Dockerfile and compose.yaml with the programs that will read them.
# Debian: apt-get install nginx-light haproxy caddy shellcheck systemd openssl prometheus yamllint; where there is kubectl with kustomize 4 or later,
# which Debian has from 13 on, the manifests of Kubernetes are rendered too.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/network.sh

for program in nginx haproxy caddy shellcheck systemd-analyze openssl promtool yamllint; do
  command -v "$program" > /dev/null || { echo "$program is missing; the head of $0 says what has it" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=curbcut.example.org \
  -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2> /dev/null
cat "$work/fullchain.pem" "$work/privkey.pem" > "$work/curbcut.pem"

echo 'nginx'
sed "s#/etc/ssl/curbcut#$work#" deploy/nginx/curbcut.conf > "$work/curbcut.conf"
printf 'pid %s/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n  include %s/curbcut.conf;\n}\n' "$work" "$work" > "$work/nginx.conf"
nginx -t -q -c "$work/nginx.conf"

echo 'HAProxy'
sed "s#/etc/haproxy#$work#" deploy/haproxy/haproxy.cfg > "$work/haproxy.cfg"
haproxy -c -q -f "$work/haproxy.cfg"
haproxy -c -q -f deploy/patroni/haproxy.cfg

echo 'Caddy'
caddy validate --adapter caddyfile --config deploy/caddy/Caddyfile > "$work/caddy.log" 2>&1 || { cat "$work/caddy.log" >&2; exit 1; }
caddy fmt deploy/caddy/Caddyfile | cmp - deploy/caddy/Caddyfile

echo 'systemd'
systemd-analyze verify deploy/systemd/curbcut.service deploy/agent/curbcut-agent.service
systemd-analyze security --offline=true --threshold=20 deploy/systemd/curbcut.service > "$work/security.log" || { cat "$work/security.log" >&2; exit 1; }

echo 'Prometheus'
promtool check rules deploy/prometheus/rules.yml > "$work/rules.log" || { cat "$work/rules.log" >&2; exit 1; }
promtool test rules deploy/prometheus/rules.test.yml > "$work/rules.log" || { cat "$work/rules.log" >&2; exit 1; }

echo 'Kubernetes'
yamllint --strict -d '{extends: default, rules: {line-length: {max: 160}, document-start: disable, braces: {max-spaces-inside: 1}}}' deploy/kubernetes deploy/agent/kubernetes.yaml
if kubectl version --client 2> /dev/null | grep -q 'Kustomize Version: v[4-9]'; then
  (cd test/compat/kubernetes && retry npm ci --silent && npm test --silent > "$work/kubernetes.log" 2>&1) || { cat "$work/kubernetes.log" >&2; exit 1; }
else
  echo 'no kubectl with kustomize 4 or later: the manifests are not rendered'
fi

echo 'shell'
shellcheck deploy/*/curbcut-admin scripts/*.sh .ci/run

echo 'Dockerfile and compose.yaml'
# The exit code of this one is 0 also where it finds faults.
retry npx --yes dockerfile-utils@0.16.3 --version > /dev/null
found=$(npx --yes dockerfile-utils@0.16.3 lint Dockerfile deploy/agent/Dockerfile 2>&1 | grep -v '^npm ' || true)
[ -z "$found" ] || { echo "$found" >&2; exit 1; }
retry npx --yes dclint@3.1.0 compose.yaml --quiet
