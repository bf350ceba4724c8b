// Signs all files of the unpacked program that Windows loads as code, so that rules by publisher apply to all of it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isSigned } from '../signing/windows-signer.mjs'

/** @param {(file: string) => void} sign */
export function signFolder(folder, sign) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    // A file that is signed by its own maker keeps that signature.
    if (/\.(?:exe|dll|node)$/.test(name) && !isSigned(path)) sign(path)
  }
}
