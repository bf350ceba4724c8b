// The update feed, which tells installed programs the version to install (docs/deployment.md, main/updates).
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The installer of each system, among the files of `npm run package`. */
const ENDINGS = { linux: /\.deb$/, win32: /\.msi$/, darwin: /\.pkg$/ }

/**
 * A signed feed as text.
 * @param {{
 *   key: string, version: string, channel: string, issued: Date, minimal?: string | null, notes?: string,
 *   commands?: Record<string, string>, files: string[], folder: string,
 * }} what `key`: an Ed25519 key as PEM; `files`: paths of packages, of which each system gets one; `folder`: the
 *   address below which they will lie, with a slash at its end
 */
export async function makeFeed({ key, version, channel, issued, minimal, notes, commands, files, folder }) {
  const installers = {}
  for (const [system, ending] of Object.entries(ENDINGS)) {
    const file = files.find((one) => ending.test(one))
    if (file === undefined) continue
    const url = new URL(encodeURIComponent(basename(file)), folder).href
    installers[system] = { url, sha256: await sha256(file), size: statSync(file).size }
  }
  const release = {
    product: 'galley',
    channel,
    issued: issued.toISOString(),
    version,
    minimal: minimal ?? null,
    notes: notes ?? '',
    commands: commands ?? {},
    files: installers,
  }
  const signed = JSON.stringify(release, null, 2)
  const signature = sign(null, Buffer.from(signed), createPrivateKey(key)).toString('base64')
  return `${JSON.stringify({ signed, signature }, null, 2)}\n`
}

/** The public key for the policy's `updates.key`. */
export const feedKey = (key) =>
  createPublicKey(createPrivateKey(key)).export({ format: 'der', type: 'spki' }).toString('base64')

async function sha256(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
