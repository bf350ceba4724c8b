// The packages of package-lock.json: installed when node_modules does not hold them.
import { readFileSync } from 'node:fs'
import { inRoot, say, Stop } from './project.mjs'
import { run } from './processes.mjs'

/**
 * True when node_modules holds every package of the lockfile in its version. npm writes down what it
 * has installed in node_modules/.package-lock.json; packages for other platforms are not in there.
 */
export function arePackagesInstalled(folder = inRoot()) {
  let locked, installed
  try {
    locked = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')).packages
    installed = JSON.parse(readFileSync(`${folder}/node_modules/.package-lock.json`, 'utf8')).packages
  } catch {
    return false
  }
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    const there = installed[path]
    if (there === undefined)
      return wanted.optional === true || wanted.devOptional === true || wanted.peer === true
    return there.version === wanted.version && there.resolved === wanted.resolved
  })
}

/** Installs the packages of the lockfile when they are missing or older than it. */
export async function ensurePackages() {
  if (arePackagesInstalled()) return
  say('installing packages (npm ci)')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: inRoot(),
    shell: process.platform === 'win32',
  })
  if (code !== 0) throw new Stop('npm ci failed; its words are above.')
}
