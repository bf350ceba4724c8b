import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { createStore } from '../../../main/store/store.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { post, site } from './support/site.ts'
import { fillVersion2 } from './support/version-2.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('SY15 a database of version 8 keeps its outbox, and what versions hold from now on', () => {
  const file = join(folder, 'store.sqlite')
  const old = openDatabase({ file, migrations: migrations.slice(0, 7) })
  fillVersion2(old.db)
  old.close()
  const outbox = 'SELECT * FROM outbox ORDER BY seq'
  const eighth = openDatabase({ file, migrations: migrations.slice(0, 8) })
  const before = eighth.db.prepare(outbox).all()
  expect(before).toHaveLength(3)
  eighth.close()

  const opened = openDatabase({ file })
  expect(opened.db.prepare(outbox).all()).toEqual(before)
  const store = createStore({ types: fieldTypes, db: opened.db, onEvent: () => undefined })
  store.setSchema(site)
  const version = {
    id: '12',
    updatedAt: '2026-01-01T00:00:00.000Z',
    status: 'draft' as const,
    autosave: false,
    publishedLocale: null,
    latest: false,
  }
  store.putVersionContent({ ref: post('3'), version, data: { title: { en: 'Once' } } })
  expect(store.versionContent({ ref: post('3'), versionId: '12' })).toEqual({
    version,
    data: { title: { en: 'Once' } },
  })
  opened.close()
})
