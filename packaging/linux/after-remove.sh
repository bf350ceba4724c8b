#!/bin/sh
# Run by dpkg and rpm after the files are gone. What people have in their homes, and the policy that an administrator
# wrote, is not the package's: it stays.
set -e

profile=/etc/apparmor.d/galley

# dpkg: remove or purge; rpm: how many versions are left. An upgrade keeps everything.
case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

if [ -e "$profile" ]; then
  if command -v apparmor_parser >/dev/null; then apparmor_parser --remove "$profile" >/dev/null 2>&1 || true; fi
  rm -f "$profile"
fi
