// Everything in the unpacked program that Windows loads as code, signed: so rules by publisher hold for all of it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isSigned } from '../signing/windows-signer.mjs'

/** @param {(file: string) => void} sign */
export function signFolder(folder, sign) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    // What its own maker has signed keeps that signature.
    if (/\.(?:exe|dll|node)$/.test(name) && !isSigned(path)) sign(path)
  }
}
