// An MSI for every user of a Windows computer, made by wixl.
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, Stop } from '../../scripts/lib/project.mjs'
import { program, windowsVersion } from '../identity.mjs'
import { ensureTools, runTool } from '../tools.mjs'
import { readFolder } from './files.mjs'
import { wxsFile } from './wxs.mjs'

/** The name in Windows' list of programs; it names the stand-in, which the three version numbers cannot. */
export const titleOf = (version) =>
  version.includes('-') ? `${program.title} (${version.replace(/^[^-]*-/, '')})` : program.title

/**
 * @param {{unpacked: string, version: string, arch: string, output: string,
 *   sign?: ((file: string) => void) | null}} what
 * @returns {Promise<string>} the file
 */
export async function makeMsi({ unpacked, version, arch, output, sign = null }) {
  if (arch !== 'x64') throw new Stop('wixl makes no MSI for arm64')
  ensureTools('wixl')
  const work = join(output, 'msi-work')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  // wixl only finds files below the folder of its description.
  symlinkSync(unpacked, join(work, 'program'))
  copyFileSync(inRoot('resources/icon.ico'), join(work, 'galley.ico'))
  const wxs = wxsFile({
    tree: readFolder(unpacked),
    unpacked: 'program',
    icon: 'galley.ico',
    title: titleOf(version),
    version: windowsVersion(version),
    fullVersion: version,
  })
  writeFileSync(join(work, 'galley.wxs'), wxs)
  const file = join(output, `galley-${version}-x64.msi`)
  runTool('wixl', ['--arch', 'x64', '--output', file, join(work, 'galley.wxs')])
  rmSync(work, { recursive: true, force: true })
  sign?.(file)
  return file
}
