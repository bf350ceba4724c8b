import type * as Fs from 'node:fs'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'

/** The rule of Windows: what was not opened for writing cannot be flushed. */
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof Fs>()
  const readOnly = new Set<number>()
  return {
    ...fs,
    openSync: (file: string, flags: string) => {
      const handle = fs.openSync(file, flags)
      if (flags === 'r' && !fs.fstatSync(handle).isDirectory()) readOnly.add(handle)
      else readOnly.delete(handle)
      return handle
    },
    fsyncSync: (handle: number) => {
      if (readOnly.has(handle))
        throw Object.assign(new Error('EPERM: operation not permitted, fsync'), { code: 'EPERM' })
      fs.fsyncSync(handle)
    },
  }
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-windows-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('F17 a migration runs where only files opened for writing can be flushed', () => {
  const file = join(folder, 'store.sqlite')
  openDatabase({ file }).close()
  const more = [...migrations, () => undefined]
  openDatabase({ file, migrations: more }).close()
  expect(existsSync(join(folder, `store.before-v${more.length}.sqlite`))).toBe(true)
})
