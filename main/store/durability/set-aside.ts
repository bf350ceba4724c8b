import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/** Suffixes of SQLite's own files beside a database. */
export const COMPANIONS = ['-wal', '-shm', '-journal']

/** Path without its extension: `/data/galley` of `/data/galley.sqlite`. */
export function stem(file: string): string {
  return join(dirname(file), basename(file, extname(file)))
}

/** The reason to set a database aside: it cannot be read, or is of another site or of another person with the same id (F15). */
export type AsideReason = 'corrupt' | 'other-user'

/**
 * Moves a database, with SQLite's files, to `<name>.<reason>-YYYY-MM-DD-HHMMSS.sqlite` in the same folder. Nothing is
 * deleted. Returns the new path.
 */
export function setAside(file: string, reason: AsideReason, at: Date): string {
  const target = freeName(`${stem(file)}.${reason}-${stamp(at)}`)
  // These files go first: a database must never be opened with the write-ahead log of another.
  for (const suffix of COMPANIONS) if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix)
  if (existsSync(file)) renameSync(file, target)
  // Edits carried over from a damaged database still need its files; those of another person go with their database.
  const files = `${stem(file)}.files`
  if (reason === 'other-user' && existsSync(files)) renameSync(files, `${stem(target)}.files`)
  return target
}

/** Path of the mark for a file that was found damaged while open: the next opening sets it aside. */
export function damagedMark(file: string): string {
  return `${stem(file)}.damaged`
}

export function markDamaged(file: string): void {
  writeFileSync(damagedMark(file), '')
}

export function isKnownDamaged(file: string): boolean {
  return existsSync(damagedMark(file))
}

export function clearDamaged(file: string): void {
  rmSync(damagedMark(file), { force: true })
}

function freeName(start: string): string {
  for (let count = 1; ; count++) {
    const name = `${start}${count === 1 ? '' : `-${count}`}.sqlite`
    if (!['', ...COMPANIONS].some((suffix) => existsSync(name + suffix))) return name
  }
}

/** Local time of this computer, as it is shown in file names. */
function stamp(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
}
