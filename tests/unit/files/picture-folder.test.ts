import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  openPictureFolder,
  picturesOf,
  type PictureFolder,
  type PictureKey,
} from '../../../main/files/picture-folder.ts'
import {
  keepOnlyUnsent,
  setAsideForOther,
  surveyAccounts,
} from '../../../main/store/durability/account-folder.ts'
import { openDatabase } from '../../../main/store/durability/database.ts'

vi.mock('node:fs/promises', { spy: true })

const newDatabase = (): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'galley-pictures-')), 'server')
  mkdirSync(folder)
  return join(folder, 'users-1.sqlite')
}
const cover = (more: Partial<PictureKey> = {}): PictureKey => ({
  slug: 'media',
  id: '7',
  size: 'card',
  revision: '1',
  ...more,
})

async function* piecesOf(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Promise.resolve(new TextEncoder().encode(piece))
}
async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
const keep = (pictures: PictureFolder, key: PictureKey, text: string): Promise<string> =>
  textOf(pictures.keeping(key, piecesOf(text)))
async function shown(pictures: PictureFolder, key: PictureKey, older = false): Promise<string | null> {
  const file = await pictures.find(key, { older })
  return file === null ? null : textOf(pictures.read(file))
}

test('a picture that was looked at is here, its owner’s alone, and of this document, size and revision', async () => {
  const file = newDatabase()
  const pictures = openPictureFolder(file)
  expect(await textOf(pictures.keeping(cover(), piecesOf('one ', 'two')))).toBe('one two')
  expect(await shown(pictures, cover())).toBe('one two')
  expect(await shown(pictures, cover({ id: '8' }))).toBeNull()
  expect(await shown(pictures, cover({ size: null }))).toBeNull()
  expect(await shown(pictures, cover({ revision: '2' }))).toBeNull()
  expect(await shown(pictures, cover({ revision: '2' }), true)).toBe('one two')
  const [name = ''] = readdirSync(picturesOf(file))
  const modes = [picturesOf(file), join(picturesOf(file), name)].map((one) => statSync(one).mode & 0o777)
  expect(process.platform === 'win32' ? [0o700, 0o600] : modes).toEqual([0o700, 0o600])
})

test('a folder that cannot be read once is read again, and a picture that may not be touched is shown all the same', async () => {
  const file = newDatabase()
  await keep(openPictureFolder(file), cover(), 'one')
  const pictures = openPictureFolder(file)
  vi.mocked(readdir).mockRejectedValueOnce(new Error('EIO'))
  await expect(pictures.find(cover())).rejects.toThrow('EIO')
  expect(await shown(pictures, cover())).toBe('one')
  expect(await pictures.bytes()).toBe(3)
  vi.mocked(utimes).mockRejectedValueOnce(new Error('EPERM'))
  expect(await shown(pictures, cover())).toBe('one')
  expect(await shown(pictures, cover())).toBe('one')
})

test('a newer picture takes the place of the one before; one that broke off is not kept', async () => {
  const file = newDatabase()
  const pictures = openPictureFolder(file)
  await keep(pictures, cover(), 'old')
  await keep(pictures, cover({ revision: '2' }), 'new')
  expect(readdirSync(picturesOf(file))).toHaveLength(1)
  expect(await shown(pictures, cover())).toBeNull()

  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield* piecesOf('half')
    throw new Error('cut off')
  }
  await expect(textOf(pictures.keeping(cover({ id: '9' }), breaking()))).rejects.toThrow('cut off')
  // The reader stops: the page shows another screen.
  for await (const piece of pictures.keeping(cover({ id: '10' }), piecesOf('a', 'b'))) {
    expect(piece.byteLength).toBe(1)
    break
  }
  expect(readdirSync(picturesOf(file))).toHaveLength(1)
})

test('pictures stay within their room: what nobody looked at for longest goes first', async () => {
  const file = newDatabase()
  let pictures = openPictureFolder(file, 100)
  for (const id of ['1', '2', '3']) {
    await keep(pictures, cover({ id }), 'x'.repeat(30))
    const kept = (await pictures.find(cover({ id }))) ?? ''
    utimesSync(kept, new Date(Number(id) * 1000), new Date(Number(id) * 1000))
  }
  pictures = openPictureFolder(file, 100)
  // Reading the oldest makes it the newest.
  expect(await shown(pictures, cover({ id: '1' }))).not.toBeNull()
  await keep(pictures, cover({ id: '4' }), 'x'.repeat(30))
  const here = await Promise.all(['1', '2', '3', '4'].map((id) => shown(pictures, cover({ id }))))
  expect(here.map((one) => one !== null)).toEqual([true, false, true, true])
  expect(await pictures.bytes()).toBe(90)
})

test('pictures go with the documents that are not here any more, and with all of them', async () => {
  const file = newDatabase()
  const pictures = openPictureFolder(file)
  await keep(pictures, cover({ id: '1' }), 'one')
  await keep(pictures, cover({ id: '2' }), 'two')
  await pictures.keepOnly([{ slug: 'media', id: '2' }])
  expect([await shown(pictures, cover({ id: '1' })), await shown(pictures, cover({ id: '2' }))]).toEqual([
    null,
    'two',
  ])
  await pictures.clear()
  expect(existsSync(picturesOf(file))).toBe(false)
  expect(await pictures.bytes()).toBe(0)
})

test('the folder is read once, however many pictures are kept and looked at', async () => {
  const file = newDatabase()
  await keep(openPictureFolder(file), cover(), 'from before')
  const reads = vi.mocked(readdir)
  reads.mockClear()
  const pictures = openPictureFolder(file)
  for (const id of ['1', '2', '3', '4']) {
    await keep(pictures, cover({ id }), id)
    expect(await shown(pictures, cover({ id }))).toBe(id)
  }
  expect(await shown(pictures, cover({ revision: '2' }), true)).toBe('from before')
  expect(await pictures.bytes()).toBe(15)
  expect(reads).toHaveBeenCalledTimes(1)
  // A file removed by somebody else is not reported as kept.
  const kept = (await pictures.find(cover())) ?? ''
  rmSync(kept)
  expect(await pictures.find(cover())).toBeNull()
  expect(await pictures.bytes()).toBe(4)
})

test('what the server did not give out is remembered for a minute', () => {
  const pictures = openPictureFolder(newDatabase())
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    expect(pictures.failure(cover())).toBeNull()
    pictures.failed(cover(), 'refused')
    expect([pictures.failure(cover()), pictures.failure(cover({ revision: '2' }))]).toEqual(['refused', null])
    vi.setSystemTime(Date.now() + 61_000)
    expect(pictures.failure(cover())).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('SY2 (part) pictures of a user are counted as theirs, and no one else finds them', async () => {
  const file = newDatabase()
  openDatabase({ file }).close()
  await keep(openPictureFolder(file), cover(), 'mine')
  const [account] = surveyAccounts(join(file, '..', '..'))
  expect(account?.files).toContainEqual(
    expect.objectContaining({ name: 'users-1.pictures', kind: 'pictures', bytes: 4, edits: 0 }),
  )
  // Another person got the same id.
  setAsideForOther(file)
  expect(existsSync(picturesOf(file))).toBe(false)
  await keep(openPictureFolder(file), cover(), 'again')
  keepOnlyUnsent(file)
  expect(existsSync(picturesOf(file))).toBe(false)
})
