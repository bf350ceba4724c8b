import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { stem } from '../store/durability/set-aside.ts'

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

/** What the server did not give out is asked for again after that time. */
const FAILED_MS = 60_000
/** So many of those are remembered, the last ones. */
const MOST_FAILURES = 1000

/** Which picture: of a document, null or one of its sizes, as it was at a revision. */
export type PictureKey = { slug: string; id: string; size: string | null; revision: string }

/** The server failed, or gave out nothing that is shown. */
export type PictureFailure = 'away' | 'refused'

/** Pictures of the server, kept so that they can be shown without it. Each can be had again from there. */
export type PictureFolder = {
  /** Path of a picture; where this revision is not here, of an older one with `older`. */
  find: (key: PictureKey, options?: { older: boolean }) => Promise<string | null>
  /** The same bytes, which are kept once they came to their end. What cannot be written is only not kept. */
  keeping: (key: PictureKey, bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, void, void>
  /** What came of asking the server for it a moment ago, where that was no picture. */
  failure: (key: PictureKey) => PictureFailure | null
  failed: (key: PictureKey, why: PictureFailure) => void
  read: (file: string) => AsyncIterable<Uint8Array>
  /** All of them together. */
  bytes: () => Promise<number>
  /** Frees so many bytes, if there are so many, of what was looked at longest ago. */
  makeRoom: (bytes: number) => Promise<void>
  /** Removes those of all other documents. */
  keepOnly: (documents: readonly Pick<PictureKey, 'slug' | 'id'>[]) => Promise<void>
  clear: () => Promise<void>
}

/** A picture that is here, as it was at a revision. */
type Kept = { name: string; bytes: number }

/** `database`: that of the account. */
export function openPictureFolder(database: string, room = ROOM): PictureFolder {
  const folder = picturesOf(database)
  /**
   * What is here, by picture; what was looked at longest ago is first. The folder is read once: this is the only one who
   * writes into it as long as the account is open.
   */
  let reading: Promise<Map<string, Kept[]>> | null = null
  /** All of them together. */
  let total = 0
  const failures = new Map<string, { at: number; why: PictureFailure }>()

  const here = (): Promise<Map<string, Kept[]>> =>
    (reading ??= read().catch((error: unknown) => {
      // The next one tries again.
      reading = null
      throw error
    }))
  async function read(): Promise<Map<string, Kept[]>> {
    const found = []
    for (const name of existsSync(folder) ? await readdir(folder) : []) {
      // Another one may be removing it.
      const facts = await stat(path.join(folder, name)).catch(() => null)
      if (facts === null) continue
      if (!name.endsWith(UNFINISHED)) found.push({ name, bytes: facts.size, seen: facts.mtimeMs })
      else if (Date.now() - facts.mtimeMs > ABANDONED_MS)
        await rm(path.join(folder, name), { force: true }).catch(() => undefined)
    }
    total = 0
    const index = new Map<string, Kept[]>()
    for (const { name, bytes } of found.toSorted((a, b) => a.seen - b.seen)) add(index, { name, bytes })
    return index
  }
  /** As the one that was looked at last. */
  function add(index: Map<string, Kept[]>, one: Kept): void {
    const picture = one.name.slice(0, one.name.lastIndexOf('-'))
    const before = index.get(picture) ?? []
    const others = before.filter(({ name }) => name !== one.name)
    total += sizeOf([...others, one]) - sizeOf(before)
    index.delete(picture)
    index.set(picture, [...others, one])
  }
  async function remove(index: Map<string, Kept[]>, picture: string, kept: readonly Kept[]): Promise<void> {
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
  const makeRoom = async (wanted: number): Promise<void> => {
    const index = await here()
    let left = wanted
    for (const [picture, kept] of index) {
      if (left <= 0) break
      await remove(index, picture, kept)
      left -= sizeOf(kept)
    }
  }
  /** Removes what is older of the same picture, and what is too much of all. */
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
      // It was looked at just now, which the next start reads from the file.
      return utimes(file, now, now).then(
        () => file,
        async () => {
          // One that is in use elsewhere, or may not be touched, is there all the same.
          if (existsSync(file)) return file
          await remove(index, pictureOf(key), [one])
          return null
        },
      )
    },
    failure(key) {
      const last = failures.get(nameOf(key))
      return last === undefined || Date.now() - last.at > FAILED_MS ? null : last.why
    },
    failed(key, why) {
      failures.delete(nameOf(key))
      failures.set(nameOf(key), { at: Date.now(), why })
      for (const name of [...failures.keys()].slice(0, -MOST_FAILURES)) failures.delete(name)
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
    async clear() {
      reading = Promise.resolve(new Map())
      total = 0
      await rm(folder, { recursive: true, force: true })
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
