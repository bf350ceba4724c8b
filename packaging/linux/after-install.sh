#!/bin/sh
# Run by dpkg and rpm after the files are there: gives Chromium's sandbox what it needs on this computer. Run it again
# (dpkg-reconfigure galley) after the rules for user namespaces have changed.
set -e

helper=/usr/lib/galley/chrome-sandbox
shipped=/usr/share/galley/apparmor-profile
profile=/etc/apparmor.d/galley
nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'

# dpkg calls it for more than this, too.
if [ "$1" != configure ] && ! [ "${1:-0}" -ge 1 ] 2>/dev/null; then exit 0; fi

# An AppArmor that knows user namespaces takes the profile; an older one would trip over it at every start.
has_profile=no
if command -v apparmor_parser >/dev/null && [ -d /etc/apparmor.d ] &&
  apparmor_parser --skip-kernel-load --skip-cache --quiet "$shipped" >/dev/null 2>&1; then
  install -m 0644 "$shipped" "$profile"
  if apparmor_parser --replace --write-cache --skip-bad-cache "$profile" >/dev/null 2>&1; then has_profile=yes; fi
fi

is_restricted() { [ "$(cat /proc/sys/kernel/apparmor_restrict_unprivileged_userns 2>/dev/null)" = 1 ]; }
may_make_namespaces() { $nobody unshare --user --map-root-user true 2>/dev/null; }

# The helper runs as root for everybody who starts it: only where there is no other way. What an administrator has
# laid down with dpkg-statoverride stays.
if command -v dpkg-statoverride >/dev/null && dpkg-statoverride --list "$helper" >/dev/null; then exit 0; fi
if { is_restricted && [ $has_profile = yes ]; } || may_make_namespaces; then
  chmod 0755 "$helper"
else
  chown root:root "$helper"
  chmod 4755 "$helper"
fi
