import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** 'Gaey' as a number, in the header of every database of this program. */
export const APPLICATION_ID = 0x47616579

export type FileHeader =
  | { kind: 'absent' }
  /** No complete database of Galley: empty, cut short, a folder, another format, or another program's. */
  | { kind: 'foreign'; reason: string }
  | { kind: 'database'; userVersion: number }

const MAGIC = 'SQLite format 3\0'

/**
 * Looks at the first 100 bytes of the file, without SQLite: opening a database can already change it, and one of a
 * newer program must not be touched. File errors other than absence are thrown.
 */
export function readFileHeader(file: string): FileHeader {
  if (!existsSync(file)) {
    // Only the log is left, and its content must not be deleted.
    if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0)
      return { kind: 'foreign', reason: 'only a log' }
    return { kind: 'absent' }
  }
  if (!statSync(file).isFile()) return { kind: 'foreign', reason: 'not a file' }
  const header = Buffer.alloc(100)
  let size = 0
  const handle = openSync(file, 'r')
  try {
    size = fstatSync(handle).size
    if (size === 0) return { kind: 'foreign', reason: 'empty' }
    if (readSync(handle, header, 0, 100, 0) < 100) return { kind: 'foreign', reason: 'too short' }
  } finally {
    closeSync(handle)
  }
  if (header.toString('latin1', 0, 16) !== MAGIC) return { kind: 'foreign', reason: 'not SQLite' }
  if (header.readInt32BE(68) !== APPLICATION_ID) return { kind: 'foreign', reason: 'of another program' }
  if (isCutShort(file, header, size)) return { kind: 'foreign', reason: 'cut short' }
  return { kind: 'database', userVersion: header.readInt32BE(60) }
}

/** SQLite reads missing bytes of the last page as zeros and does not notice. With a log the size is not final yet. */
function isCutShort(file: string, header: Buffer, size: number): boolean {
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) return false
  const stored = header.readUInt16BE(16)
  const pageSize = stored === 1 ? 65536 : stored
  const isCountValid = header.readUInt32BE(24) === header.readUInt32BE(92)
  return size % pageSize !== 0 || (isCountValid && size < header.readUInt32BE(28) * pageSize)
}

/** Up to this size the whole file is checked at opening; it takes about 2 ms per MB. Larger ones are checked later. */
export const CHECK_LIMIT_BYTES = 64 * 1024 * 1024
