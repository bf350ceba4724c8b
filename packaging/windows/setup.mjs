// A setup.exe for every user of a Windows computer, made by makensis.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../../scripts/lib/project.mjs'
import { windowsVersion } from '../identity.mjs'
import { ensureTools, runTool } from '../tools.mjs'
import { readFolder } from './files.mjs'
import { titleOf } from './msi.mjs'
import { nsiFile } from './nsi.mjs'

/**
 * @param {{unpacked: string, version: string, arch: string, date: number, output: string, fast?: boolean,
 *   sign?: ((file: string) => void) | null}} what `fast`: larger, for trying out
 * @returns {Promise<string>} the file
 */
export async function makeSetup(what) {
  const { unpacked, version, arch, date, output, fast = false, sign = null } = what
  ensureTools('makensis')
  const work = join(output, 'setup-work')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const file = join(output, `galley-${version}-${arch}-setup.exe`)
  const nsi = nsiFile({
    tree: readFolder(unpacked),
    unpacked,
    icon: inRoot('resources/icon.ico'),
    title: titleOf(version),
    version: windowsVersion(version),
    fullVersion: version,
    file,
    compressor: fast ? 'zlib' : '/SOLID lzma',
    finalize: sign === null ? null : signCommand(),
  })
  writeFileSync(join(work, 'galley.nsi'), nsi)
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(date) }
  runTool('makensis', ['-V2', '-INPUTCHARSET', 'UTF8', '-WX', join(work, 'galley.nsi')], { env })
  rmSync(work, { recursive: true, force: true })
  sign?.(file)
  return file
}

/** The uninstaller is only known to makensis, which runs this command for it. */
const signCommand = () => `"${process.execPath}" "${inRoot('packaging/signing/sign-file.mjs')}" "%1"`
