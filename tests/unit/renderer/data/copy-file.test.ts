import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openFileFolder, type FileFolder } from '../../../../main/files/file-folder.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

const folder = await mkdtemp(join(tmpdir(), 'galley-copy-'))
let files: FileFolder
const { bridge } = bridgeOf({
  'files.begin': async () => ({ id: await files.begin() }),
  'files.append': ({ id, bytes }: { id: string; bytes: Uint8Array }) => files.append(id, bytes),
  'files.finish': async ({ id }: { id: string }) => ({ size: await files.finish(id) }),
  'files.cancel': ({ id }: { id: string }) => files.cancel(id),
})
vi.stubGlobal('window', { galley: bridge })
const { copyFile } = await import('../../../../renderer/data/copy-file.ts')

beforeEach(() => {
  files = openFileFolder(join(folder, `${crypto.randomUUID()}.sqlite`))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SIZE = 1_500_000
const copied = (file: Blob) =>
  copyFile(file, { onProgress: () => undefined, signal: new AbortController().signal })

/** A file that has another length by the time its last piece is read. */
class Changing extends Blob {
  readonly #by: number
  constructor(by: number) {
    super([new Uint8Array(SIZE)])
    this.#by = by
  }
  override slice(from = 0, to = SIZE): Blob {
    return to < SIZE ? super.slice(from, to) : new Blob([new Uint8Array(SIZE + this.#by - from)])
  }
}

test('SY14 a file is copied whole', async () => {
  const id = await copied(new Blob([new Uint8Array(SIZE)]))
  expect(await files.list()).toEqual([{ id, bytes: SIZE }])
})

test.each([
  ['shorter', -1],
  ['longer', 1],
])('SY14 a file that becomes %s while it is copied is refused', async (_name, by) => {
  await expect(copied(new Changing(by))).rejects.toThrow('the file changed')
})
