import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { stem } from '../store/set-aside.ts'

/** Where the pictures that an account has seen lie, beside its database. */
export function picturesOf(database: string): string {
  return `${stem(database)}.pictures`
}

/** Pictures take so much room at most; what nobody has looked at for the longest time goes first. */
export const ROOM = 250_000_000
/** A larger one is shown and not kept. */
const LARGEST = 20_000_000
/** So much is freed at once, so that not every new picture has to make room. */
const FREED = 0.1
/** Written as long ago as that, an unfinished one is nobody's any more. */
const ABANDONED_MS = 60 * 60_000

/** Which picture: of a document, null or one of its sizes, as it was at a revision. */
export type PictureKey = { slug: string; id: string; size: string | null; revision: string }

/** Pictures of the server, kept so that they can be shown without it. Each can be had again from there. */
export type PictureFolder = {
  /** Path of a picture; where this revision is not here, of an older one with `older`. */
  find: (key: PictureKey, options?: { older: boolean }) => Promise<string | null>
  /** The same bytes, which are kept once they came to their end. What cannot be written is only not kept. */
  keeping: (key: PictureKey, bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, void, void>
  read: (file: string) => AsyncIterable<Uint8Array>
  /** All of them together. */
  bytes: () => Promise<number>
  /** Frees so many bytes, if there are so many, of what was looked at longest ago. */
  makeRoom: (bytes: number) => Promise<void>
  /** Removes those of all other documents. */
  keepOnly: (documents: readonly Pick<PictureKey, 'slug' | 'id'>[]) => Promise<void>
  clear: () => Promise<void>
}

/** `database`: that of the account. */
export function openPictureFolder(database: string, room = ROOM): PictureFolder {
  const folder = picturesOf(database)
  /** What they take together, once it was looked up. */
  let taken: number | null = null

  const names = async (): Promise<string[]> => (existsSync(folder) ? readdir(folder) : [])
  const whole = async (): Promise<{ name: string; bytes: number; seen: number }[]> => {
    const found = []
    for (const name of await names()) {
      // Another one may be removing it.
      const facts = await stat(path.join(folder, name)).catch(() => null)
      if (facts === null) continue
      if (!name.endsWith(UNFINISHED)) found.push({ name, bytes: facts.size, seen: facts.mtimeMs })
      else if (Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(path.join(folder, name), { force: true })
    }
    return found
  }

  const makeRoom = async (wanted: number): Promise<void> => {
    let left = wanted
    for (const { name, bytes } of (await whole()).toSorted((a, b) => a.seen - b.seen)) {
      if (left <= 0) break
      await rm(path.join(folder, name), { force: true })
      left -= bytes
    }
    taken = null
  }
  const bytes = async (): Promise<number> => {
    taken ??= (await whole()).reduce((sum, one) => sum + one.bytes, 0)
    return taken
  }
  /** Removes what is older of the same picture, and what is too much of all. */
  const settle = async (key: PictureKey, size: number): Promise<void> => {
    const own = nameOf(key)
    for (const name of await names())
      if (name !== own && name.startsWith(`${pictureOf(key)}-`) && !name.endsWith(UNFINISHED))
        await rm(path.join(folder, name), { force: true })
    taken = taken === null ? null : taken + size
    const now = await bytes()
    if (now > room) await makeRoom(now - room * (1 - FREED))
  }

  return {
    async find(key, { older } = { older: false }) {
      const here = await names()
      const own = nameOf(key)
      const name = here.includes(own)
        ? own
        : here.find((one) => older && one.startsWith(`${pictureOf(key)}-`) && !one.endsWith(UNFINISHED))
      if (name === undefined) return null
      const file = path.join(folder, name)
      const now = new Date()
      // It was looked at just now.
      await utimes(file, now, now).catch(() => undefined)
      return file
    },
    async *keeping(key, source) {
      const unfinished = path.join(folder, `${randomUUID()}${UNFINISHED}`)
      const handle = await begin(folder, unfinished)
      let size = 0
      let isWhole = handle !== null
      let ended = false
      try {
        for await (const piece of source) {
          size += piece.byteLength
          isWhole &&= size <= LARGEST && (await write(handle, piece))
          yield piece
        }
        ended = true
      } finally {
        await handle?.close().catch(() => undefined)
        if (ended && isWhole) {
          await rename(unfinished, path.join(folder, nameOf(key)))
            .then(() => settle(key, size))
            .catch(() => undefined)
        }
        await rm(unfinished, { force: true }).catch(() => undefined)
      }
    },
    read: (file) => createReadStream(file, { highWaterMark: 256 * 1024 }),
    bytes,
    makeRoom,
    async keepOnly(documents) {
      const wanted = new Set(documents.map(({ slug, id }) => short(slug, id)))
      for (const { name } of await whole())
        if (!wanted.has(name.split('-')[0] ?? '')) await rm(path.join(folder, name), { force: true })
      taken = null
    },
    async clear() {
      await rm(folder, { recursive: true, force: true })
      taken = null
    },
  }
}

const UNFINISHED = '.part'

async function begin(folder: string, file: string): Promise<FileHandle | null> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await open(file, 'wx', 0o600)
  } catch {
    return null
  }
}

async function write(handle: FileHandle | null, piece: Uint8Array): Promise<boolean> {
  try {
    for (let at = 0; at < piece.byteLength;) {
      if (handle === null) return false
      at += (await handle.write(piece, at, piece.byteLength - at)).bytesWritten
    }
    return true
  } catch {
    return false
  }
}

/** Names say nothing of what is in them: a document, which of its pictures, and as it was when. */
function nameOf(key: PictureKey): string {
  return `${pictureOf(key)}-${short(key.revision)}`
}

function pictureOf({ slug, id, size }: PictureKey): string {
  return `${short(slug, id)}-${short(size === null ? 'whole' : `size ${size}`)}`
}

function short(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20)
}
