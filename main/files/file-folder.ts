import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { fileId } from '../../shared/fields/file/pending-file.ts'
import { json, type Json } from '../../shared/json.ts'
import { replaceFile, syncFolderOf } from '../store/durability/durable-file.ts'
import { stem } from '../store/durability/set-aside.ts'
import { openPictureFolder, type PictureFolder } from './picture-folder.ts'

/** The folder of an account's files, beside its database. */
export function filesOf(database: string): string {
  return `${stem(database)}.files`
}

const UNFINISHED = '.part'
const PLACE = '.place'
/** The subfolder of files with readable names, each in a folder of its own. */
const NAMED = 'named'

/**
 * The id of the file that a name in the folder belongs to, as the file itself or as a note about it; null: neither.
 */
export function ownerOf(name: string): string | null {
  const id = name.endsWith(PLACE) ? name.slice(0, -PLACE.length) : name
  return v.is(fileId, id) ? id : null
}

/**
 * Largest number of unfinished files. Beyond it, the file that received no bytes for longest is cancelled.
 */
const MOST_BEGUN = 16

/** Files copied since the program started: an open form may hold one that is not stored anywhere yet. */
const broughtIn = new Set<string>()

/**
 * The folder of pending files (SY14): copied here at once, each under an id of its own. A file with its final name is
 * complete and durable, and is referred to only after that.
 */
export type FileFolder = {
  /** Creates an empty file; returns its id. */
  begin: () => Promise<string>
  /** Appends a piece to a file; rejects if it was not begun, or has ended. */
  append: (id: string, bytes: Uint8Array) => Promise<void>
  /** Makes the file durable. Returns its length in bytes. */
  finish: (id: string) => Promise<number>
  /** Removes an unfinished file. */
  cancel: (id: string) => Promise<void>
  /** The length of a complete file in bytes; null: the folder does not have it. */
  sizeOf: (id: string) => Promise<number | null>
  /** Reads a complete file, or the bytes from `start` to `end`, both included; each call starts over. */
  read: (id: string, part?: { start: number; end: number }) => AsyncIterable<Uint8Array>
  remove: (ids: readonly string[]) => Promise<void>
  /**
   * Gives a complete file a readable name, so that it can be dragged to other programs. It is pending no
   * longer, and is removed when the account is opened the next time.
   */
  giveName: (id: string, name: string) => Promise<void>
  /** The path of a file with a readable name; null: there is none. */
  named: (id: string) => Promise<string | null>
  /**
   * Reads the note about the storage that a file was uploaded to; null: there is none, or it cannot be read.
   */
  placeOf: (id: string) => Promise<Json>
  /** Stores the note about the storage that a file was uploaded to; null removes it. */
  keepPlace: (id: string, place: Json) => Promise<void>
  /** Lists all complete files with their lengths. */
  list: () => Promise<{ id: string; bytes: number }[]>
  /**
   * Removes what earlier runs left: named and unfinished files, and files without references. `referred`:
   * returns the ids that something unsent refers to.
   */
  sweep: (referred: (ids: string[]) => Promise<string[]>) => Promise<void>
  /** Cached pictures of the server. */
  pictures: PictureFolder
  /** Cancels all unfinished files. */
  close: () => Promise<void>
}

/** Opens the folder of pending files. `database`: that of the account. */
export function openFileFolder(database: string): FileFolder {
  const folder = filesOf(database)
  const begun = new Map<string, FileHandle>()

  const pathOf = (id: string): string => path.join(folder, v.parse(fileId, id))
  const namedFolder = (id: string): string => path.join(folder, NAMED, v.parse(fileId, id))
  const removeWhole = async (id: string): Promise<void> => {
    for (const suffix of ['', PLACE]) await rm(pathOf(id) + suffix, { force: true })
  }
  const giveUp = async (id: string): Promise<void> => {
    const handle = begun.get(id)
    begun.delete(id)
    await handle?.close().catch(() => undefined)
    await rm(pathOf(id) + UNFINISHED, { force: true })
  }
  const handleOf = (id: string): FileHandle => {
    const handle = begun.get(id)
    if (!handle) throw new Error('the file was not begun, or has ended')
    return handle
  }

  return {
    async begin() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const [oldest] = begun.size < MOST_BEGUN ? [] : begun.keys()
      if (oldest !== undefined) await giveUp(oldest)
      const id = randomUUID()
      broughtIn.add(id)
      begun.set(id, await open(pathOf(id) + UNFINISHED, 'wx', 0o600))
      return id
    },
    async append(id, bytes) {
      const handle = handleOf(id)
      // Moves the file to the end of the map, as the one with the latest piece.
      begun.delete(id)
      begun.set(id, handle)
      for (let at = 0; at < bytes.byteLength;)
        at += (await handle.write(bytes, at, bytes.byteLength - at)).bytesWritten
    },
    async finish(id) {
      const handle = handleOf(id)
      begun.delete(id)
      try {
        await handle.sync()
        const { size } = await handle.stat()
        await handle.close()
        await rename(pathOf(id) + UNFINISHED, pathOf(id))
        syncFolderOf(pathOf(id))
        // The folder itself may be new, so its parent is synced, too.
        syncFolderOf(folder)
        return size
      } catch (error) {
        await handle.close().catch(() => undefined)
        await rm(pathOf(id) + UNFINISHED, { force: true })
        throw error
      }
    },
    cancel: giveUp,
    async sizeOf(id) {
      return stat(pathOf(id)).then(
        ({ size }) => size,
        () => null,
      )
    },
    read: (id, part) => createReadStream(pathOf(id), { highWaterMark: 256 * 1024, ...part }),
    async remove(ids) {
      for (const id of ids) await removeWhole(id)
    },
    async giveName(id, name) {
      await mkdir(namedFolder(id), { recursive: true, mode: 0o700 })
      await rename(pathOf(id), path.join(namedFolder(id), harmless(name)))
    },
    async named(id) {
      const [name] = await readdir(namedFolder(id)).catch(() => [])
      return name === undefined ? null : path.join(namedFolder(id), name)
    },
    async placeOf(id) {
      return readFile(pathOf(id) + PLACE, 'utf8').then(
        (text) => readJson(text),
        () => null,
      )
    },
    async keepPlace(id, place) {
      if (place === null) await rm(pathOf(id) + PLACE, { force: true })
      else replaceFile(pathOf(id) + PLACE, JSON.stringify(place))
    },
    async list() {
      const whole = (await namesIn(folder)).filter((name) => v.is(fileId, name))
      return Promise.all(whole.map(async (id) => ({ id, bytes: (await stat(pathOf(id))).size })))
    },
    async close() {
      for (const id of begun.keys()) await giveUp(id)
    },
    sweep: (referred) => sweep(database, { referred, isBegun: (id) => begun.has(id), removeWhole }),
    pictures: openPictureFolder(database),
  }
}

/** Removes what nothing refers to; see FileFolder. */
async function sweep(
  database: string,
  parts: {
    referred: (ids: string[]) => Promise<string[]>
    isBegun: (id: string) => boolean
    removeWhole: (id: string) => Promise<void>
  },
): Promise<void> {
  const folder = filesOf(database)
  await rm(path.join(folder, NAMED), { recursive: true, force: true })
  const here = await namesIn(folder)
  // A database that was set aside may hold edits that could not be carried over, with their files.
  const beside = await readdir(path.dirname(folder))
  const isDamaged = beside.some((name) => name.startsWith(`${path.basename(stem(database))}.corrupt-`))
  const unfinished = here.filter(
    (name) => name.endsWith(UNFINISHED) && !parts.isBegun(name.slice(0, -UNFINISHED.length)),
  )
  for (const name of unfinished) await rm(path.join(folder, name), { force: true })
  // Includes ids of which only a note is left.
  const owners = new Set(here.flatMap((name) => ownerOf(name) ?? []))
  const ids = [...owners].filter((id) => !broughtIn.has(id))
  if (isDamaged || ids.length === 0) return
  const kept = new Set(await parts.referred(ids))
  for (const id of ids) if (!kept.has(id) || !here.includes(id)) await parts.removeWhole(id)
}

async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : []
}

/** The file name without characters that are unsafe in a path. */
function harmless(name: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}\p{M} ._()-]+/gu, '-').slice(-200)
  return /^[. ]*$/.test(safe) ? 'file' : safe
}

function readJson(text: string): Json {
  try {
    return v.parse(json, JSON.parse(text))
  } catch {
    return null
  }
}
