import Database from 'better-sqlite3'
import { openDatabase } from '../../../../main/store/durability/database.ts'
import { createStore } from '../../../../main/store/store.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { StoreEvent } from '../../../../main/store/store-api.ts'
import { StoreError } from '../../../../main/store/store-error.ts'
import { post, set, site } from './site.ts'

/** Reads and tries to write a database that this user may only read; prints what came of it. */
const NOBODY = 65534
// Root may write everywhere. What the program loads later is loaded now: others may not read where it lies.
new Database(':memory:').close()
if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(NOBODY)
  process.setuid?.(NOBODY)
}

const events: StoreEvent[] = []
const database = openDatabase({ file: process.argv[2] ?? '' })
const store = createStore({ types: fieldTypes, db: database.db, onEvent: (event) => events.push(event) })
store.setSchema(site)

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'done'
  } catch (error) {
    return error instanceof StoreError ? error.code : String(error)
  }
}

const change = { ref: post('1'), locale: 'en', changes: [set('slug', null, 'x')] }
const codes = [
  codeOf(() => store.putDraft(change)),
  codeOf(() => store.commitDraft({ ...change, mode: 'draft' })),
]
const entries = store.getDocument(post('1'))?.entries.length
const { waiting } = store.outboxCounts()
database.close()
process.stdout.write(JSON.stringify({ events, entries, codes, waiting }))
