import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The data folder of a demo CMS. */
export type DataDir = {
  /** Signs the tokens; stored, so that sessions survive a restart. */
  readonly secret: string
  /** True if the tables must be created first. */
  readonly push: boolean
  /** New path of the data of another demo version that was moved away, if there was any. */
  readonly setAside: string | null
  /** To be called once the tables and the first content exist. */
  readonly markComplete: () => void
}

const SCHEMA_SOURCES = ['collections', 'globals', 'blocks']
const SCHEMA_FILES = ['config.ts', 'fields.ts', 'editor.ts', 'without-points.ts']

/** Hash over the files that define the tables, so that a start without changes needs no schema push. */
function schemaFingerprint(): string {
  const hash = createHash('sha256')
  const root = import.meta.dirname
  const files = [
    ...SCHEMA_FILES,
    ...SCHEMA_SOURCES.flatMap((folder) =>
      readdirSync(path.join(root, folder))
        .toSorted()
        .map((file) => path.join(folder, file)),
    ),
  ]
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function secretOf(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const secret = randomBytes(32).toString('hex')
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}

/**
 * Prepares the data folder. `fresh` removes the demo's data first. Data of another demo version, or of an unfinished
 * first start, is moved aside, never changed; a database elsewhere (`isElsewhere`) is refused.
 */
export function openDataDir(dataDir: string, fresh: boolean, isElsewhere: boolean): DataDir {
  mkdirSync(dataDir, { recursive: true })
  const owned = ['cms.sqlite', 'cms.sqlite-wal', 'cms.sqlite-shm', 'media', 'schema']
  if (fresh) for (const name of owned) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  const schemaFile = path.join(dataDir, 'schema')
  const fingerprint = schemaFingerprint()
  const known = existsSync(schemaFile) ? readFileSync(schemaFile, 'utf8').trim() : null
  let setAside: string | null = null
  if (known !== fingerprint && existsSync(path.join(dataDir, 'cms.sqlite'))) {
    setAside = path.join(dataDir, `before-${new Date().toISOString().replaceAll(':', '-')}`)
    mkdirSync(setAside)
    for (const name of owned) {
      if (existsSync(path.join(dataDir, name)))
        renameSync(path.join(dataDir, name), path.join(setAside, name))
    }
  }
  if (isElsewhere && known !== null && known !== fingerprint)
    throw new Error(
      `the database belongs to another version of the demo: remove ${dataDir} and give --db an empty one`,
    )
  return {
    secret: secretOf(dataDir),
    push: isElsewhere ? known === null : !existsSync(path.join(dataDir, 'cms.sqlite')),
    setAside,
    markComplete: () => writeFileSync(schemaFile, `${fingerprint}\n`),
  }
}
