#!/bin/sh
# Builds the image of deploy/Dockerfile with buildah, for the long tests. It makes the base images from Debian's packages
# and the installed Node, so it needs no container registry. Releases use the base images of the Dockerfile.
# Usage: sh scripts/build-image.sh FOLDER   (as root; needs buildah and debootstrap; prints the image's name)
set -eu
folder=$1
root=$(cd "$(dirname "$0")/.." && pwd)
mirror=${DEBIAN_MIRROR:-}
image() { buildah --root "$folder/images" --runroot "$folder/run" --storage-driver vfs "$@"; }

mkdir -p "$folder"
[ -e "$folder/base.done" ] || {
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6,libatomic1 bookworm "$folder/base" ${mirror:+"$mirror"} >&2
  rm -rf "$folder/base/var/cache/apt/archives" "$folder/base/var/lib/apt/lists"
  touch "$folder/base.done"
}

base() {
  container=$(image from scratch)
  image add -q "$container" "$folder/base" / >&2
  [ "$1" = runtime ] || {
    image copy -q "$container" "$(readlink -f "$(command -v node)")" /usr/local/bin/node >&2
    image copy -q "$container" "$(npm root --global)/npm" /usr/local/lib/node_modules/npm >&2
    image run --isolation chroot "$container" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm >&2
  }
  # If a proxy with its own certificate provides the packages, Node needs that certificate during the build.
  [ "$1" = runtime ] || [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || {
    image copy -q "$container" "$NODE_EXTRA_CA_CERTS" /etc/ssl/extra-ca.pem >&2
    image config --env NODE_EXTRA_CA_CERTS=/etc/ssl/extra-ca.pem "$container" >&2
  }
  image commit -q --rm "$container" "localhost/safety-base-$1" >&2
}
base runtime
base build

image build -q --isolation chroot --format docker \
  --build-arg BUILD_IMAGE=localhost/safety-base-build --build-arg RUNTIME_IMAGE=localhost/safety-base-runtime \
  -f "$root/deploy/Dockerfile" -t localhost/safety "$root" >&2
echo localhost/safety
