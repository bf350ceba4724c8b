import { writeSync } from 'node:fs'
import { openFileFolder } from '../../../../main/files/file-folder.ts'
import { openDatabase } from '../../../../main/store/durability/database.ts'
import { createStore } from '../../../../main/store/store.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { set, site } from '../../store/support/site.ts'

/** A process that copies a file and puts it into a new document, as main does, and kills itself at a point of that. */
const [file = '', point = ''] = process.argv.slice(2)
const dieAt = (here: string): void => {
  if (here === point) process.kill(process.pid, 'SIGKILL')
}
const { db } = openDatabase({ file })
const store = createStore({ types: fieldTypes, db, onEvent: () => undefined })
store.setSchema(site)
const files = openFileFolder(file)

const id = await files.begin()
writeSync(1, id)
dieAt('begun')
await files.append(id, new TextEncoder().encode('All the bytes'))
dieAt('appended')
await files.finish(id)
dieAt('finished')
const ref = store.createDocument({ slug: 'notes', id: 'tmp_2f8fad5b-d9cb-469f-a165-70867728950e', data: {} })
const changes = [set('file', null, { id, name: 'a.jpg' })]
store.putDraft({ ref, changes })
dieAt('drafted')
store.commitDraft({ ref, locale: 'en', changes, mode: 'save' })
dieAt('committed')
