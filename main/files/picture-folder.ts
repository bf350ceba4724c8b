import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { stem } from '../store/durability/set-aside.ts'

/** The folder of pictures that an account has seen, beside its database. */
export function picturesOf(database: string): string {
  return `${stem(database)}.pictures`
}

/** Largest size of all pictures, in bytes; those not viewed for the longest time are removed first. */
export const ROOM = 250_000_000
/** Largest picture that is kept, in bytes; larger ones are only shown. */
const LARGEST = 20_000_000
/** Share of the room that is freed at once, so that not every new picture has to make room. */
const FREED = 0.1
/** Age at which an unfinished picture counts as abandoned. */
const ABANDONED_MS = 60 * 60_000

/** Time until a failed picture is requested again. */
const FAILED_MS = 60_000
/** Most failures that are remembered; the oldest are dropped. */
const MOST_FAILURES = 1000

/** A picture of a document: the original (`size` null) or one of its sizes, at a revision. */
export type PictureKey = { slug: string; id: string; size: string | null; revision: string }

/** away: the server failed; refused: it sent nothing that can be shown. */
export type PictureFailure = 'away' | 'refused'

/** A cache of pictures of the server, so that they can be shown without it. */
export type PictureFolder = {
  /** The path of a stored picture. With `older`, an older revision is returned if this one is not stored. */
  find: (key: PictureKey, options?: { older: boolean }) => Promise<string | null>
  /** Passes the bytes through, and keeps them once they are complete. Write errors are ignored. */
  keeping: (key: PictureKey, bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, void, void>
  /** The recent failure to load a picture, or null. */
  failure: (key: PictureKey) => PictureFailure | null
  failed: (key: PictureKey, why: PictureFailure) => void
  read: (file: string) => AsyncIterable<Uint8Array>
  /** The size of all pictures, in bytes. */
  bytes: () => Promise<number>
  /** Removes the pictures viewed longest ago until that many bytes are free, if possible. */
  makeRoom: (bytes: number) => Promise<void>
  /** Removes the pictures of all other documents. */
  keepOnly: (documents: readonly Pick<PictureKey, 'slug' | 'id'>[]) => Promise<void>
  clear: () => Promise<void>
}

/** A stored picture at a revision. */
type Kept = { name: string; bytes: number }

/** The stored pictures by document and size, least recently viewed first. */
type PictureIndex = Map<string, Kept[]>

/** Opens the picture cache. `database`: that of the account. */
export function openPictureFolder(database: string, room = ROOM): PictureFolder {
  const folder = picturesOf(database)
  const { here, add, remove, bytes, clear } = createPictureIndex(folder)
  const failures = createFailures()

  const makeRoom = async (wanted: number): Promise<void> => {
    const index = await here()
    let left = wanted
    for (const [picture, kept] of index) {
      if (left <= 0) break
      await remove(index, picture, kept)
      left -= sizeOf(kept)
    }
  }
  /** Removes older revisions of the picture, and old pictures beyond the room. */
  const settle = async (key: PictureKey, size: number): Promise<void> => {
    const index = await here()
    const own = { name: nameOf(key), bytes: size }
    add(index, own)
    const older = index.get(pictureOf(key))?.filter((one) => one !== own) ?? []
    await remove(index, pictureOf(key), older)
    const now = await bytes()
    if (now > room) await makeRoom(now - room * (1 - FREED))
  }

  return {
    async find(key, { older } = { older: false }) {
      const index = await here()
      const kept = index.get(pictureOf(key)) ?? []
      const one = kept.find(({ name }) => name === nameOf(key)) ?? (older ? kept.at(-1) : undefined)
      if (one === undefined) return null
      add(index, one)
      const file = path.join(folder, one.name)
      const now = new Date()
      // The time of the last view is stored as file time for the next start.
      return utimes(file, now, now).then(
        () => file,
        async () => {
          // A file that is in use, or may not be touched, still exists.
          if (existsSync(file)) return file
          await remove(index, pictureOf(key), [one])
          return null
        },
      )
    },
    failure: failures.find,
    failed: failures.add,
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
          await here()
            .then(() => rename(unfinished, path.join(folder, nameOf(key))))
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
      const index = await here()
      for (const [picture, kept] of index)
        if (!wanted.has(picture.split('-')[0] ?? '')) await remove(index, picture, kept)
    },
    clear,
  }
}

/** Index of the pictures in the folder, which is listed once; later changes go through the index. */
function createPictureIndex(folder: string) {
  let reading: Promise<PictureIndex> | null = null
  /** The size of all pictures, in bytes. */
  let total = 0

  const here = (): Promise<PictureIndex> =>
    (reading ??= read().catch((error: unknown) => {
      // The next call tries again.
      reading = null
      throw error
    }))
  async function read(): Promise<PictureIndex> {
    const found = []
    for (const name of existsSync(folder) ? await readdir(folder) : []) {
      // Another process may be removing the file.
      const facts = await stat(path.join(folder, name)).catch(() => null)
      if (facts === null) continue
      if (!name.endsWith(UNFINISHED)) found.push({ name, bytes: facts.size, seen: facts.mtimeMs })
      else if (Date.now() - facts.mtimeMs > ABANDONED_MS)
        await rm(path.join(folder, name), { force: true }).catch(() => undefined)
    }
    total = 0
    const index: PictureIndex = new Map()
    for (const { name, bytes } of found.toSorted((a, b) => a.seen - b.seen)) add(index, { name, bytes })
    return index
  }
  /** Adds a picture as the most recently viewed one. */
  function add(index: PictureIndex, one: Kept): void {
    const picture = one.name.slice(0, one.name.lastIndexOf('-'))
    const before = index.get(picture) ?? []
    const others = before.filter(({ name }) => name !== one.name)
    total += sizeOf([...others, one]) - sizeOf(before)
    index.delete(picture)
    index.set(picture, [...others, one])
  }
  async function remove(index: PictureIndex, picture: string, kept: readonly Kept[]): Promise<void> {
    const before = index.get(picture) ?? []
    const left = before.filter((one) => !kept.includes(one))
    total += sizeOf(left) - sizeOf(before)
    if (left.length === 0) index.delete(picture)
    else index.set(picture, left)
    for (const { name } of kept) await rm(path.join(folder, name), { force: true }).catch(() => undefined)
  }

  const bytes = async (): Promise<number> => {
    await here()
    return total
  }

  return {
    here,
    add,
    remove,
    bytes,
    clear: async (): Promise<void> => {
      reading = Promise.resolve(new Map())
      total = 0
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Remembers the pictures that could not be loaded a moment ago. */
function createFailures() {
  const failures = new Map<string, { at: number; why: PictureFailure }>()
  return {
    find: (key: PictureKey): PictureFailure | null => {
      const last = failures.get(nameOf(key))
      return last === undefined || Date.now() - last.at > FAILED_MS ? null : last.why
    },
    add: (key: PictureKey, why: PictureFailure): void => {
      failures.delete(nameOf(key))
      failures.set(nameOf(key), { at: Date.now(), why })
      for (const name of [...failures.keys()].slice(0, -MOST_FAILURES)) failures.delete(name)
    },
  }
}

const UNFINISHED = '.part'

const sizeOf = (kept: readonly Kept[]): number => kept.reduce((sum, one) => sum + one.bytes, 0)

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

/** The file name of a picture: hashes of document, size and revision, so that it tells nothing of the content. */
function nameOf(key: PictureKey): string {
  return `${pictureOf(key)}-${short(key.revision)}`
}

function pictureOf({ slug, id, size }: PictureKey): string {
  return `${short(slug, id)}-${short(size === null ? 'whole' : `size ${size}`)}`
}

function short(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20)
}
