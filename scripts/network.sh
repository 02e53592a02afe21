# shellcheck shell=bash
# Sourced by what takes something from the network.

# Tries a command three times.
retry() { "$@" || { sleep 5; "$@"; } || { sleep 20; "$@"; }; }

# Prints the mirror of Debian that apt is configured with, and nothing where there is none, as on Ubuntu.
debian_mirror() {
  # shellcheck disable=SC2016 # apt reads it.
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sed -n 1p
}
