// GUIDs that follow from a name: the same name has the same one in every build.
import { createHash } from 'node:crypto'

/** The permanent code of this program, by which Windows knows that a new version replaces an old one. */
export const upgradeCode = 'B0B2F6A2-7C1D-4E0E-9E57-3C2B8C6B9D41'

/** The GUID of a name, as in version 5 of RFC 9562, below {@link upgradeCode}. */
export function guidOf(name) {
  const space = Buffer.from(upgradeCode.replaceAll('-', ''), 'hex')
  const hash = createHash('sha1').update(space).update(name).digest().subarray(0, 16)
  hash[6] = (hash[6] & 0x0f) | 0x50
  hash[8] = (hash[8] & 0x3f) | 0x80
  const hex = hash.toString('hex').toUpperCase()
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
