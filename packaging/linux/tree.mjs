// The files that a Linux package installs, in a folder that stands for /.
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { inRoot } from '../../scripts/lib/project.mjs'
import { program } from '../identity.mjs'
import { copyFolder } from '../unpacked.mjs'

/** Folder of the program. The AppArmor profile and the packages' scripts contain it, too. */
export const home = '/usr/lib/galley'
const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512]
const started = new Set(['galley', 'chrome-sandbox', 'chrome_crashpad_handler'])

/** @param {{unpacked: string, root: string, date: number}} what `date`: seconds since 1970, of every file */
export async function makeTree({ unpacked, root, date }) {
  const at = (...parts) => join(root, ...parts)
  mkdirSync(at('usr/lib'), { recursive: true })
  copyFolder(unpacked, at(home))
  for (const folder of ['usr/bin', 'usr/share/applications', 'usr/share/galley', 'usr/share/doc/galley'])
    mkdirSync(at(folder), { recursive: true })
  symlinkSync('../lib/galley/galley', at('usr/bin/galley'))
  copyFileSync(inRoot('packaging/linux/galley.desktop'), at('usr/share/applications/galley.desktop'))
  copyFileSync(inRoot('packaging/linux/apparmor-profile'), at('usr/share/galley/apparmor-profile'))
  copyFolder(inRoot('packaging/policy'), at('usr/share/doc/galley/policy'))
  await drawIcons(at('usr/share/icons/hicolor'))
  writeFileSync(at('usr/share/doc/galley/copyright'), copyright())
  setModes(root)
  setTimes(root, date)
}

async function drawIcons(folder) {
  const svg = inRoot('resources/icon.svg')
  for (const size of iconSizes) {
    const own = join(folder, `${size}x${size}`, 'apps')
    mkdirSync(own, { recursive: true })
    const drawn = sharp(svg, { density: 72 * (size / 36) }).resize(size, size)
    await drawn.png({ compressionLevel: 9 }).toFile(join(own, 'galley.png'))
  }
  mkdirSync(join(folder, 'scalable', 'apps'), { recursive: true })
  copyFileSync(svg, join(folder, 'scalable', 'apps', 'galley.svg'))
}

function copyright() {
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    `Upstream-Name: ${program.title}`,
    '',
    'Files: *',
    'Copyright: Galley contributors',
    `License: ${program.license}`,
    `Comment: The text is in ${home}/resources/LICENSE.galley.txt, that of everything else inside in`,
    ` third-party-notices.txt beside it, and in LICENSE.electron.txt and LICENSES.chromium.html in ${home}.`,
    '',
  ].join('\n')
}

/** Sets modes independent of the umask: everybody may read, only root may write, and only programs are executable. */
function setModes(path, name = '') {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  if (!stats.isDirectory()) return chmodSync(path, started.has(name) ? 0o755 : 0o644)
  chmodSync(path, 0o755)
  for (const inside of readdirSync(path)) setModes(join(path, inside), inside)
}

export function setTimes(path, date) {
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) setTimes(join(path, name), date)
  lutimesSync(path, date, date)
}

/** The change log that Debian requires beside the copyright. */
export function debianChangelog(version, date) {
  const when = new Date(date * 1000).toUTCString().replace('GMT', '+0000')
  const text = `galley (${version}) stable; urgency=medium\n\n  * Version ${version}.\n\n -- ${program.maintainer}  ${when}\n`
  const packed = gzipSync(text, { level: 9 })
  // The byte for the packing system is fixed, so that builds are the same everywhere.
  packed[9] = 255
  return packed
}
