// Electron's requirements on Linux: shared libraries, a virtual display if there is no real one, and a font for every
// script of the app. Installed as root with apt; otherwise the exact command is printed.
import { existsSync } from 'node:fs'
import { inRoot, say, Stop } from './project.mjs'
import { capture } from './processes.mjs'
import { hasDisplay } from './display.mjs'

/**
 * Makes sure that `executable` finds all it links to. Does nothing outside Linux.
 * @param {string} executable
 * @param {{pointer?: boolean}} [needs] pointer: tests move the pointer of the display, by xdotool
 */
export function ensureSystemLibraries(executable, needs = {}) {
  if (process.platform !== 'linux') return
  const missing = whatIsMissing(executable, needs)
  if (missing.words.length === 0) return
  const playwright = inRoot('node_modules', 'playwright', 'cli.js')
  const byHand = [
    missing.libraries && `npx playwright install-deps chromium`,
    missing.packages.length > 0 && `apt-get install -y ${missing.packages.join(' ')}`,
  ].filter(Boolean)
  const canInstall = process.getuid?.() === 0 && capture('apt-get', ['--version']).code === 0
  if (!canInstall) {
    throw new Stop(
      `this system lacks ${missing.words.join(', ')}. Install what is missing and start again:\n` +
        byHand.map((line) => `  sudo ${line}`).join('\n'),
    )
  }
  say(`installing what this system lacks: ${missing.words.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = (command, args) => {
    const { code, out } = capture(command, args, { env })
    if (code !== 0) throw new Stop(`${command} ${args.join(' ')} failed:\n${out.trim()}`)
  }
  if (missing.libraries) install(process.execPath, [playwright, 'install-deps', 'chromium'])
  else install('apt-get', ['update'])
  install('apt-get', ['install', '-y', '--no-install-recommends', ...missing.packages])
  const still = whatIsMissing(executable, needs)
  if (still.words.length > 0)
    throw new Stop(`after installing, this system still lacks ${still.words.join(', ')}.`)
}

/** The missing parts, in words for the reader, and the packages that contain them. */
function whatIsMissing(executable, { pointer = false }) {
  const libraries = missingLibraries(executable)
  const words = [...libraries]
  const packages = libraries.length > 0 ? ['libgtk-3-0'] : []
  if (!hasDisplay() && !isOnPath('Xvfb')) {
    words.push('Xvfb (a virtual display)')
    packages.push('xvfb')
  }
  if (pointer && !isOnPath('xdotool')) {
    words.push('xdotool (the pointer of a display)')
    packages.push('xdotool')
  }
  if (lacksArabicFont()) {
    words.push('a font for Arabic')
    packages.push('fonts-noto-core')
  }
  return { words, packages, libraries: libraries.length > 0 }
}

/** Names of the shared libraries that the loader does not find. */
export function missingLibraries(executable) {
  const { out } = capture('ldd', [executable])
  return [...new Set([...out.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]))]
}

function isOnPath(name) {
  return (process.env.PATH ?? '')
    .split(':')
    .some((folder) => folder !== '' && existsSync(`${folder}/${name}`))
}

/** True if fc-list finds no Arabic font; false without fontconfig, as nothing is known then. */
function lacksArabicFont() {
  const { code, out } = capture('fc-list', [':lang=ar', 'family'])
  return code === 0 && out.trim() === ''
}
