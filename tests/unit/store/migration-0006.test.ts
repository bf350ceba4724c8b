import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { createStore } from '../../../main/store/store.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { en, post, site } from './support/site.ts'
import { fillVersion2 } from './support/version-2.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('SY15 F83 a database of version 5 keeps its outbox and drafts, and what is typed from now on beside them', () => {
  const file = join(folder, 'store.sqlite')
  const old = openDatabase({ file, migrations: migrations.slice(0, 5) })
  fillVersion2(old.db)
  const outbox =
    'SELECT seq, key, kind, slug, id, mode, locale, changes, state, request FROM outbox ORDER BY seq'
  const before = old.db.prepare(outbox).all()
  expect(before).toHaveLength(3)
  old.close()

  const opened = openDatabase({ file })
  expect(opened.db.prepare(outbox).all()).toEqual(before)
  const store = createStore({ types: fieldTypes, db: opened.db, onEvent: () => undefined })
  store.setSchema(site)
  const changes = [en('title', 'A', 'Draft')]
  const draft = store.getDocument(post('3'))?.draft
  expect(draft?.changes).toEqual(changes)
  expect(draft?.typed).toBeUndefined()
  const typed = { kind: 'text' as const, path: 'meta.score', locale: null, text: '1e', error: { key: 'k' } }
  store.putDraft({ ref: post('3'), changes, typed: [typed] })
  store.holdForm({ place: 'bulk-upload media', content: { a: 1 } })
  expect(store.getDocument(post('3'))?.draft).toMatchObject({ changes, typed: [typed] })
  expect(store.heldForm('bulk-upload media')).toEqual({ a: 1 })
  opened.close()
})
