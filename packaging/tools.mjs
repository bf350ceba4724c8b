// Programs of the distribution that make packages. Installed as root with apt; otherwise the command is printed.
import { existsSync } from 'node:fs'
import { say, Stop } from '../scripts/lib/project.mjs'
import { capture } from '../scripts/lib/processes.mjs'

/** The Debian package of each program. */
const packages = {
  'dpkg-deb': 'dpkg',
  'desktop-file-validate': 'desktop-file-utils',
  readelf: 'binutils',
  rpmbuild: 'rpm',
  lintian: 'lintian',
  rpmkeys: 'rpm',
  rpmsign: 'rpm',
  wixl: 'wixl',
  msiinfo: 'msitools',
  makensis: 'nsis',
  '7zz': '7zip',
  osslsigncode: 'osslsigncode',
  openssl: 'openssl',
  gpg: 'gpg',
  'gpg-agent': 'gpg-agent',
  msiextract: 'msitools',
  'softhsm2-util': 'softhsm2',
  apparmor_parser: 'apparmor',
  '/usr/lib/x86_64-linux-gnu/engines-3/pkcs11.so': 'libengine-pkcs11-openssl',
  xprop: 'x11-utils',
  ip: 'iproute2',
  tcpdump: 'tcpdump',
  certutil: 'libnss3-tools',
  mitmdump: 'mitmproxy',
  squid: 'squid',
  debootstrap: 'debootstrap',
  wine: 'wine',
  // A browser for actions outside of Galley.
  chromium: 'chromium',
}

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']

/** The path of a program, or undefined. */
export const pathOf = (name) =>
  name.startsWith('/')
    ? [name].find((path) => existsSync(path))
    : folders
        .filter((folder) => folder !== '')
        .map((folder) => `${folder}/${name}`)
        .find((path) => existsSync(path))

/** Makes sure that these programs exist, or files by absolute path; the table above has the known ones. */
export function ensureTools(...names) {
  const lacking = names.filter((name) => pathOf(name) === undefined)
  if (lacking.length === 0) return
  const wanted = [...new Set(lacking.map((name) => packages[name]))]
  const canInstall = process.getuid?.() === 0 && capture('apt-get', ['--version']).code === 0
  if (!canInstall)
    throw new Stop(`${lacking.join(', ')} missing. On Debian: sudo apt-get install ${wanted.join(' ')}`)
  say(`installing ${wanted.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...wanted]]) {
    const { code, out } = capture('apt-get', args, { env })
    if (code !== 0) throw new Stop(`apt-get ${args.join(' ')} failed:\n${out.trim()}`)
  }
}

/** Runs a program to its end; if it fails, its output is the reason. */
export function runTool(command, args, options = {}) {
  const { code, out } = capture(command, args, options)
  if (code !== 0) throw new Stop(`${command} ${args.join(' ')} failed:\n${out.trim().slice(-4000)}`)
  return out
}
