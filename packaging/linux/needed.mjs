// The program's requirements on the distribution, read from its files, so that a new Electron cannot add one
// unnoticed.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Stop } from '../../scripts/lib/project.mjs'
import { runTool } from '../tools.mjs'

/** Libraries that Chromium is not linked to but opens, and cannot run without. */
const opened = ['libX11-xcb.so.1']

/** The Debian package of each library; later releases renamed some (t64). */
const debian = {
  'ld-linux-aarch64.so.1': 'libc6',
  'ld-linux-x86-64.so.2': 'libc6',
  'libX11-xcb.so.1': 'libx11-xcb1',
  'libX11.so.6': 'libx11-6',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libasound.so.2': 'libasound2t64 | libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0t64 | libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0t64 | libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0t64 | libatspi2.0-0',
  'libc.so.6': 'libc6',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2t64 | libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdl.so.2': 'libc6',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgcc_s.so.1': 'libgcc-s1',
  'libgio-2.0.so.0': 'libglib2.0-0t64 | libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0t64 | libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0t64 | libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0t64 | libgtk-3-0',
  'libm.so.6': 'libc6',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libpthread.so.0': 'libc6',
  'libsmime3.so': 'libnss3',
  'libstdc++.so.6': 'libstdc++6',
  'libudev.so.1': 'libudev1',
  'libxcb.so.1': 'libxcb1',
  'libxkbcommon.so.0': 'libxkbcommon0',
}

/** True for programs in the folder, and for libraries that they load. */
const isElf = (name) =>
  /^(?:galley|chrome[_-]\w+)$|\.so(?:\.\d+)*$|\.node$/.test(name) && !name.endsWith('.pak')

/** Names of the shared libraries that files in the folder load and that it does not contain. */
export function librariesNeeded(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => isElf(name.split('/').at(-1)))
  const brought = new Set(names.map((name) => name.split('/').at(-1)))
  const out = runTool('readelf', ['-d', ...files.map((name) => join(folder, name))])
  const needed = [...out.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map((match) => match[1])
  return [...new Set([...needed, ...opened])].filter((name) => !brought.has(name)).toSorted()
}

/** The lowest version of glibc that files in the folder need, such as `2.34`. */
export function glibcNeeded(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => isElf(name.split('/').at(-1))).map((name) => join(folder, name))
  const versions = [...runTool('readelf', ['-V', ...files]).matchAll(/Name: GLIBC_([\d.]+)/g)]
  const [newest] = versions
    .map(([, version]) => version)
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newest
}

/** The Debian packages of these libraries; throws for a library that the table lacks. */
export function debianDependencies(libraries, glibc) {
  const unknown = libraries.filter((name) => !Object.hasOwn(debian, name))
  if (unknown.length > 0)
    throw new Stop(`packaging/linux/needed.mjs does not know the package of ${unknown.join(', ')}`)
  const names = new Set(
    libraries.map((name) => (debian[name] === 'libc6' ? `libc6 (>= ${glibc})` : String(debian[name]))),
  )
  return [...names, 'xdg-utils'].toSorted((a, b) => (a < b ? -1 : 1))
}

/** The requirements for rpm, which names libraries themselves, in 64 bits. */
export function rpmDependencies(libraries, glibc) {
  return [
    `libc.so.6(GLIBC_${glibc})(64bit)`,
    ...libraries.filter((name) => !name.startsWith('ld-linux')).map((name) => `${name}()(64bit)`),
    'xdg-utils',
  ]
}
