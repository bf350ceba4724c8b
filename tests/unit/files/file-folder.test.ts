import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { filesOf, openFileFolder } from '../../../main/files/file-folder.ts'
import {
  keepOnlyUnsent,
  removeFile,
  setAsideForOther,
  surveyAccounts,
} from '../../../main/store/durability/account-folder.ts'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { createStore } from '../../../main/store/store.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { outboxOf } from '../../support/whole-outbox.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { site, post, set } from '../store/support/site.ts'

const child = fileURLToPath(new URL('./support/copy-child.ts', import.meta.url))
const newDatabase = (): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'galley-files-')), 'server')
  mkdirSync(folder)
  return join(folder, 'users-1.sqlite')
}
const bytes = new TextEncoder().encode('All the bytes')
const OLD = '0f8fad5b-d9cb-469f-a165-70867728950e'
const NOTED = '2f8fad5b-d9cb-469f-a165-70867728950e'
const OTHER = '1f8fad5b-d9cb-469f-a165-70867728950e'

function withStore<T>(file: string, work: (store: StoreApi) => T): T {
  const { db } = openDatabase({ file })
  const store = createStore({ types: fieldTypes, db, onEvent: () => undefined })
  store.setSchema(site)
  try {
    return work(store)
  } finally {
    db.close()
  }
}

/** Creates a new document whose draft refers to a file. */
const drafted = (file: string, id: string): void =>
  withStore(file, (store) => {
    const ref = store.createDocument({ slug: 'posts', id: `tmp_${id}`, data: {} })
    store.putDraft({ ref, changes: [set('file', null, { id, name: 'a.jpg' })] })
  })

/** Creates files of a program that has ended. */
function left(file: string, ...names: string[]): void {
  mkdirSync(filesOf(file), { recursive: true })
  for (const name of names) writeFileSync(join(filesOf(file), name), 'x')
}

test('SY14 a file has its name once all of it is on the disk, and is its owner’s alone', async () => {
  const file = newDatabase()
  const files = openFileFolder(file)
  const id = await files.begin()
  await files.append(id, bytes.subarray(0, 3))
  expect(await files.sizeOf(id)).toBeNull()
  await files.append(id, bytes.subarray(3))
  expect(await files.finish(id)).toBe(bytes.byteLength)
  expect(readFileSync(join(filesOf(file), id))).toEqual(Buffer.from(bytes))
  // Windows has no such mode bits.
  const modes = [filesOf(file), join(filesOf(file), id)].map((one) => statSync(one).mode & 0o777)
  expect(process.platform === 'win32' ? [0o700, 0o600] : modes).toEqual([0o700, 0o600])
  await expect(files.append(id, bytes)).rejects.toThrow('not begun')
  const given = await files.begin()
  await files.cancel(given)
  expect(readdirSync(filesOf(file))).toEqual([id])
})

test('SY14 what is begun and never finished is given up once many others were begun', async () => {
  const file = newDatabase()
  const files = openFileFolder(file)
  const kept = await files.begin()
  const begun: string[] = []
  for (let count = 0; count < 15; count += 1) begun.push(await files.begin())
  await files.append(kept, bytes)
  const given = begun[0] ?? ''
  await files.begin()
  await expect(files.append(given, bytes)).rejects.toThrow('not begun')
  expect(await files.finish(kept)).toBe(bytes.byteLength)
  expect(readdirSync(filesOf(file))).toHaveLength(16)
  expect(readdirSync(filesOf(file))).not.toContain(`${given}.part`)
  await files.close()
  expect(readdirSync(filesOf(file))).toEqual([kept])
})

test.each([
  ['Abisko in May (2).jpg', 'Abisko in May (2).jpg'],
  ['ночь.png', 'ночь.png'],
  ['../../users-1.sqlite', '..-..-users-1.sqlite'],
  ['C:\\a|b?.jpg', 'C-a-b-.jpg'],
  ['..', 'file'],
  ['', 'file'],
])('a file that is dragged out, called %j, has a name that leads nowhere else: %j', async (name, called) => {
  const file = newDatabase()
  const files = openFileFolder(file)
  const id = await files.begin()
  await files.append(id, bytes)
  await files.finish(id)
  expect(await files.named(id)).toBeNull()
  await files.giveName(id, name)
  expect(await files.list()).toEqual([])
  const path = await files.named(id)
  expect(path).toBe(join(filesOf(file), 'named', id, called))
  expect(readFileSync(path ?? '')).toEqual(Buffer.from(bytes))
  // After the next start no form holds it any more.
  await openFileFolder(file).sweep(async () => Promise.resolve([]))
  expect(await files.named(id)).toBeNull()
})

test('SY14 names that lead elsewhere are no files', async () => {
  const files = openFileFolder(newDatabase())
  expect(() => files.read('../users-1.sqlite')).toThrow('UUID')
  await expect(files.sizeOf('../users-1.sqlite')).rejects.toThrow('UUID')
})

test('SY14 at start what nothing unsent refers to goes, and what was never finished', async () => {
  const file = newDatabase()
  drafted(file, OLD)
  left(file, OLD, `${OLD}.place`, OTHER, `${OTHER}.part`, `${OTHER}.place`, `${NOTED}.place`)
  const { db } = openDatabase({ file })
  const store = createStore({ types: fieldTypes, db, onEvent: () => undefined })
  const files = openFileFolder(file)
  const here = await files.begin()
  await files.finish(here)
  await files.sweep((ids) => Promise.resolve(store.referredFiles(ids)))
  // A file added since the start may belong to a form that is not written yet.
  expect(readdirSync(filesOf(file)).toSorted()).toEqual([OLD, `${OLD}.place`, here].toSorted())
  db.close()
})

test('SY1 SY14 beside a damaged database everything stays', async () => {
  const file = newDatabase()
  left(file, OLD)
  writeFileSync(file.replace('.sqlite', '.corrupt-2026-11-22-101112.sqlite'), '')
  await openFileFolder(file).sweep(() => Promise.resolve([]))
  expect(readdirSync(filesOf(file))).toEqual([OLD])
})

test('SY2 SY14 files stay with the edits that they belong to', () => {
  const file = newDatabase()
  drafted(file, OLD)
  left(file, OLD, `${OLD}.place`, `${OTHER}.place`)
  expect(surveyAccounts(join(file, '../..'))[0]?.files).toContainEqual(
    expect.objectContaining({ name: 'users-1.files', kind: 'files', bytes: 3 }),
  )
  expect(keepOnlyUnsent(file).edits).toBe(1)
  expect(readdirSync(filesOf(file)).toSorted()).toEqual([OLD, `${OLD}.place`])
  setAsideForOther(file)
  expect(existsSync(filesOf(file))).toBe(false)
  const aside = readdirSync(join(file, '..')).find((name) => name.endsWith('.files'))
  expect(aside).toMatch(/^users-1\.other-user-/)
})

const ASIDE = 'users-1.other-user-2026-11-22-101112'

test('F15 SY2 SY14 access removed: files of somebody else’s edits stay with them, and those of none go', () => {
  const file = newDatabase()
  const aside = file.replace('users-1', ASIDE)
  for (const one of [file, aside]) {
    drafted(one, OLD)
    left(one, OLD, OTHER, `${OTHER}.part`)
  }
  expect(keepOnlyUnsent(file)).toEqual({ edits: 2, unreadable: 0 })
  expect([file, aside].map((one) => readdirSync(filesOf(one)))).toEqual([[OLD], [OLD]])
})

test('F15 SY14 access removed: with somebody else’s database that has nothing unsent go its files', () => {
  const file = newDatabase()
  const aside = file.replace('users-1', ASIDE)
  drafted(file, OLD)
  left(file, OLD)
  withStore(aside, (store) => store.getDocument(post('1')))
  left(aside, OLD)
  keepOnlyUnsent(file)
  expect(readdirSync(join(file, '..')).filter((name) => name.endsWith('.files'))).toEqual(['users-1.files'])
})

test('SY1 SY14 access removed: beside a database that cannot be read every file stays', () => {
  const file = newDatabase()
  drafted(file, OLD)
  left(file, OLD, OTHER)
  writeFileSync(file.replace('.sqlite', '.corrupt-2026-11-22-101112.sqlite'), 'no database')
  expect(keepOnlyUnsent(file).unreadable).toBe(1)
  expect(readdirSync(filesOf(file)).toSorted()).toEqual([OLD, OTHER].toSorted())
})

test('F33 (part) SY14 the files of a database go with it', () => {
  const file = newDatabase()
  drafted(file, OLD)
  left(file, OLD)
  removeFile(file)
  expect(readdirSync(join(file, '..'))).toEqual([])
})

test('SY14 what is referred to is found in one look at the rows, however many files there are', () => {
  const file = newDatabase()
  const { db } = openDatabase({ file })
  const store = createStore({ types: fieldTypes, db, onEvent: () => undefined })
  store.setSchema(site)
  const ids = Array.from({ length: 300 }, () => crypto.randomUUID())
  for (const id of ids.slice(0, 200)) {
    const ref = store.createDocument({ slug: 'posts', id: `tmp_${id}`, data: {} })
    store.putDraft({ ref, changes: [set('file', null, { id, name: 'a.jpg' })] })
  }
  const prepare = vi.spyOn(db, 'prepare')
  expect(store.referredFiles(ids)).toEqual(ids.slice(0, 200))
  expect(prepare.mock.calls.filter(([sql]) => sql.includes('changes'))).toHaveLength(1)
  db.close()
})

test('SY14 where nothing is unsent no file is left of an account that may not enter any more', () => {
  const file = newDatabase()
  withStore(file, (store) => store.getDocument(post('1')))
  left(file, OLD)
  expect(keepOnlyUnsent(file).edits).toBe(0)
  expect(existsSync(filesOf(file))).toBe(false)
})

test.each(['begun', 'appended', 'finished', 'drafted', 'committed'])(
  'SY1 SY14 killed when a file is %s, every edit has its file and no file is left without one',
  async (point) => {
    const file = newDatabase()
    const { signal, stderr, stdout } = spawnSync(process.execPath, [child, file, point], { encoding: 'utf8' })
    expect([stderr, signal]).toEqual(['', 'SIGKILL'])
    const { db } = openDatabase({ file })
    const store = createStore({ types: fieldTypes, db, onEvent: () => undefined })
    const files = openFileFolder(file)
    await files.sweep((ids) => Promise.resolve(store.referredFiles(ids)))
    const isReferred = point === 'drafted' || point === 'committed'
    expect(readdirSync(filesOf(file))).toEqual(isReferred ? [stdout] : [])
    expect(outboxOf(store)).toHaveLength(isReferred ? 1 : 0)
    const whole = readdirSync(filesOf(file)).map((name) => readFileSync(join(filesOf(file), name), 'utf8'))
    expect(whole).toEqual(isReferred ? ['All the bytes'] : [])
    db.close()
  },
)

test('SY14 a new document that is queued at once is there with its file, or not at all', () => {
  const file = newDatabase()
  const { db } = openDatabase({ file })
  const store = createStore({ types: fieldTypes, db, onEvent: () => undefined })
  store.setSchema(site)
  const commit = {
    locale: 'en',
    changes: [set('file', null, { id: OLD, name: 'a.jpg' })],
    mode: 'save',
  } as const
  const create = (id: string) =>
    store.createDocument({ slug: 'posts', id, data: {}, commit: { ...commit, changes: [...commit.changes] } })
  db.exec("CREATE TRIGGER refused BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'refused'); END")
  expect(() => create('tmp_1')).toThrow('refused')
  expect(store.getDocument(post('tmp_1'))).toBeNull()
  db.exec('DROP TRIGGER refused')
  expect(store.getDocument(create('tmp_1'))?.entries).toMatchObject([
    { create: true, changes: commit.changes },
  ])
  db.close()
})
