// The program as a folder that runs, as in every package. electron-builder makes it from electron-builder.yml.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '../scripts/lib/build.mjs'
import { inRoot, say, Stop } from '../scripts/lib/project.mjs'
import { ended, start } from '../scripts/lib/processes.mjs'

const switches = { linux: '--linux', win32: '--win', darwin: '--mac' }

/** The name of electron-builder's output folder. */
function folderName(platform, arch) {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  return { linux: `linux${suffix}-unpacked`, win32: `win${suffix}-unpacked`, darwin: `mac${suffix}` }[
    platform
  ]
}

/**
 * Makes the folder anew.
 * @param {{platform: string, arch: string, version: string, electron: {dist: string, version: string},
 *   output?: string}} what `output`: where electron-builder works, `dist` where nothing is said
 * @returns {Promise<string>} the folder
 */
export async function makeUnpacked({ platform, arch, version, electron, output = inRoot('dist') }) {
  await ensureBuild()
  const folder = join(output, folderName(platform, arch))
  rmSync(folder, { recursive: true, force: true })
  say(`packing Galley ${version} with Electron ${electron.version} for ${platform}-${arch}`)
  const args = [
    inRoot('node_modules/electron-builder/cli.js'),
    switches[platform],
    '--dir',
    `--${arch}`,
    '--publish=never',
    `-c.directories.output=${output}`,
    `-c.electronDist=${electron.dist}`,
    `-c.electronVersion=${electron.version}`,
    `-c.extraMetadata.version=${version}`,
  ]
  const env = { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' }
  const child = start(process.execPath, args, { cwd: inRoot(), env, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += chunk))
  if ((await ended(child)) !== 0 || !existsSync(folder))
    throw new Stop(`electron-builder could not pack the program:\n${words.trim().slice(-4000)}`)
  return folder
}

/** A copy that may be changed; the file system shares the bytes if it can. */
export function copyFolder(from, to) {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, mode: 2 /* COPYFILE_FICLONE */ })
}
