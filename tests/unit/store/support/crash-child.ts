import { openDatabase } from '../../../../main/store/durability/database.ts'
import { createStore } from '../../../../main/store/store.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { author, en, post, site } from './site.ts'

/**
 * A process that does one thing with the store and kills itself in the middle of it: at the n-th row that is written;
 * `draft`: right after it.
 * Arguments: file, what to do, n. It prints `done` where it lived to the end.
 */
const [file = '', what = '', count = '0'] = process.argv.slice(2)
const { db } = openDatabase({ file })
const store = createStore({ types: fieldTypes, db, onEvent: () => undefined })
store.setSchema(site)

let left = Number(count)
db.function('crash_point', () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  return null
})
for (const table of ['documents', 'list_rows', 'list_pages', 'drafts', 'outbox', 'outbox_waits', 'id_map']) {
  for (const when of ['INSERT', 'UPDATE', 'DELETE']) {
    db.exec(
      `CREATE TEMP TRIGGER crash_${table}_${when} AFTER ${when} ON main.${table} BEGIN SELECT crash_point(); END`,
    )
  }
}

const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
const [head] = store.outboxHeads({ after: 0, limit: 100 })
switch (what) {
  case 'commit':
    store.commitDraft({ ref: post('1'), locale: 'en', changes: [en('title', 'A', 'B')], mode: 'draft' })
    break
  case 'draft':
    store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'Typed')] })
    process.kill(process.pid, 'SIGKILL')
    break
  case 'sending': {
    const prepared = head && store.prepareSend(head.key)
    if (prepared) store.markSending({ key: prepared.entry.key, request: prepared.request })
    break
  }
  case 'settle': {
    const entry = store.getDocument(author(TEMP))?.entries[0]
    if (entry)
      store.settleSent({
        key: entry.key,
        answer: { data: { id: 42, name: 'Ada', updatedAt: 'x' }, locale: null },
      })
    break
  }
}
process.stdout.write('done')
db.close()
