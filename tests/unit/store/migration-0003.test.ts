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

test('SY15 an edit that waited in version 2 is compared with the answer when it is sent', () => {
  const file = join(folder, 'store.sqlite')
  const old = openDatabase({ file, migrations: migrations.slice(0, 2) })
  fillVersion2(old.db)
  old.close()
  const opened = openDatabase({ file })
  const store = createStore({ types: fieldTypes, db: opened.db, onEvent: () => undefined })
  store.setSchema(site)
  expect(store.sentEntries()).toEqual([])
  expect(store.getDocument(post('1'))).toMatchObject({
    differences: [],
    entries: [{ key: 'e1', state: 'unknown' }],
  })
  const answer = { data: { id: 1, title: 'A', updatedAt: '2026-01-01T00:00:09.000Z' }, locale: 'en' }
  store.settleSent({ key: 'e1', answer })
  expect(store.getDocument(post('1'))).toMatchObject({
    differences: [{ path: 'title', result: 'not-saved', sent: 'B', saved: 'A' }],
  })
  expect(store.sentEntries()).toMatchObject([{ key: 'e1' }])
  opened.close()
})
