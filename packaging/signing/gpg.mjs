// GPG signatures, with the key in GALLEY_GPG_KEY (as for gpg --local-user); none if it is not set.
import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ensureTools, pathOf, runTool } from '../tools.mjs'

/** The key, or null. */
export const gpgKey = (env = process.env) => env.GALLEY_GPG_KEY || null

/**
 * Writes SHA256SUMS of the files into a folder, and SHA256SUMS.asc if there is a key.
 * @returns {Promise<string[]>} the files written
 */
export async function writeSums(files, folder, key = gpgKey()) {
  const lines = []
  for (const file of files.toSorted()) lines.push(`${await sha256(file)}  ${basename(file)}\n`)
  const sums = join(folder, 'SHA256SUMS')
  writeFileSync(sums, lines.join(''))
  if (key === null) return [sums]
  ensureTools('gpg', 'gpg-agent')
  const signature = `${sums}.asc`
  runTool('gpg', [
    '--batch',
    '--yes',
    '--local-user',
    key,
    '--armor',
    '--output',
    signature,
    '--detach-sign',
    sums,
  ])
  return [sums, signature]
}

async function sha256(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Puts a signature into an rpm, which dnf checks. A deb has none: apt checks that of the archive it comes from. */
export function signRpm(file, key = gpgKey()) {
  if (key === null) return
  ensureTools('rpmsign', 'gpg')
  // Debian's rpm looks for a program of another name.
  runTool('rpmsign', [
    '--define',
    `_gpg_name ${key}`,
    '--define',
    `__gpg ${pathOf('gpg')}`,
    '--addsign',
    file,
  ])
}
