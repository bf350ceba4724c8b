import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** Somebody who signs feeds. */
export type FeedSigner = { key: string; privateKey: KeyObject }

export function newFeedSigner(): FeedSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), privateKey }
}

/** A feed that says what it is given, beyond what each feed has. */
export function signedFeed({ privateKey }: FeedSigner, parts: Record<string, unknown> = {}): string {
  const signed = JSON.stringify({
    product: 'galley',
    channel: 'stable',
    issued: '2026-11-01T00:00:00.000Z',
    version: '99.0.0',
    ...parts,
  })
  return JSON.stringify({ signed, signature: sign(null, Buffer.from(signed), privateKey).toString('base64') })
}

/** The entry of a feed for a file at an address. */
export const installerAt = (url: string, content: string) => ({
  url,
  sha256: createHash('sha256').update(content).digest('hex'),
  size: Buffer.byteLength(content),
})
