import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import * as v from 'valibot'

const DAY_MS = 24 * 60 * 60 * 1000

/** The organisation's update feed, and the key that its versions are signed with. */
export const updatePolicy = v.strictObject({
  /** Address of the feed: https, or a server on this computer. */
  feed: v.pipe(v.string(), v.url(), v.check(isSafeAddress, 'https is needed')),
  channel: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/)), 'stable'),
  /** The Ed25519 key that signs the feed, in DER (SubjectPublicKeyInfo) as base64. */
  key: v.pipe(
    v.string(),
    v.check((text) => publicKey(text) !== null, 'no Ed25519 key'),
  ),
})
export type UpdatePolicy = v.InferOutput<typeof updatePolicy>

const version = v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/))
const systems = ['linux', 'win32', 'darwin'] as const
const perSystem = <Schema extends v.GenericSchema>(of: Schema) => ({
  linux: v.optional(of),
  win32: v.optional(of),
  darwin: v.optional(of),
})

/** File extensions that the installer of each system opens. */
const INSTALLERS = { linux: /\.(?:deb|rpm)$/, win32: /\.(?:msi|exe)$/, darwin: /\.(?:pkg|dmg)$/ } as const

const installer = v.object({
  url: v.pipe(v.string(), v.url(), v.check(isSafeAddress, 'https is needed')),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** Size in bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 32)),
})
export type Installer = v.InferOutput<typeof installer>

/** The signed part of a feed. */
const release = v.object({
  product: v.literal('galley'),
  channel: v.string(),
  /** Time of writing: the later of two feeds counts. */
  issued: v.pipe(v.string(), v.isoTimestamp()),
  version,
  /** Oldest version that should still be used. */
  minimal: v.optional(v.nullable(version), null),
  notes: v.optional(v.pipe(v.string(), v.maxLength(5000)), ''),
  /** The commands that install it, for a person to type or run. */
  commands: v.optional(v.object(perSystem(v.pipe(v.string(), v.maxLength(2000)))), {}),
  files: v.optional(v.object(perSystem(installer)), {}),
})
export type Release = v.InferOutput<typeof release>

const envelope = v.object({
  /** The release as JSON, byte for byte as it was signed. */
  signed: v.string(),
  /** Base64. */
  signature: v.string(),
})

export type FeedAnswer =
  | { outcome: 'release'; release: Release; isNewer: boolean }
  | { outcome: 'refused'; why: 'unreadable' | 'forged' | 'other-channel' | 'replayed' | 'from-later' }

/**
 * Reads a feed after checking signature, channel and age. `newest`: time of the newest feed accepted before, or null;
 * `current`: the running version.
 */
export function readFeed(
  text: string,
  {
    policy,
    current,
    newest,
    now,
  }: { policy: UpdatePolicy; current: string; newest: string | null; now: Date },
): FeedAnswer {
  const outer = v.safeParse(v.pipe(v.string(), v.parseJson(), envelope), text)
  if (!outer.success) return { outcome: 'refused', why: 'unreadable' }
  const { signed, signature } = outer.output
  const key = publicKey(policy.key)
  if (key === null || !verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')))
    return { outcome: 'refused', why: 'forged' }
  const inner = v.safeParse(v.pipe(v.string(), v.parseJson(), release), signed)
  if (!inner.success) return { outcome: 'refused', why: 'unreadable' }
  const found = inner.output
  if (found.channel !== policy.channel) return { outcome: 'refused', why: 'other-channel' }
  if (newest !== null && Date.parse(found.issued) < Date.parse(newest))
    return { outcome: 'refused', why: 'replayed' }
  // Accepting a feed from the future would make later ones count as old. Its author's clock, or this computer's, is
  // wrong.
  if (Date.parse(found.issued) > now.getTime() + DAY_MS) return { outcome: 'refused', why: 'from-later' }
  return { outcome: 'release', release: found, isNewer: isNewer(found.version, current) }
}

/** True if `a` is newer than `b`. A version with a suffix comes before the one without. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const at = left.findIndex((number, index) => number !== right[index])
  return at !== -1 && (left[at] ?? 0) > (right[at] ?? 0)
}

function numbersOf(text: string): number[] {
  const [numbers = '', ...rest] = text.split('-')
  return [...numbers.split('.').map(Number), rest.length === 0 ? 1 : 0]
}

/** The installer file and the command for a system, if there are any. */
export function waysToInstall(
  found: Release,
  platform: NodeJS.Platform,
): { installer: Installer | null; command: string | null } {
  const system = systems.find((one) => one === platform)
  if (system === undefined) return { installer: null, command: null }
  const file = found.files[system]
  const fits = file !== undefined && INSTALLERS[system].test(new URL(file.url).pathname)
  return { installer: fits ? file : null, command: found.commands[system] ?? null }
}

function publicKey(base64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  )
}
