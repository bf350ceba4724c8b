import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { openAt, serveStore } from './serve-store.ts'
import { serveUpkeep } from './upkeep.ts'

/** Entry of a worker on one account's database, which lies where workerData says: the store, or one task of upkeep. */
const { file, task } = v.parse(
  v.object({ file: v.string(), task: v.optional(v.picklist(['check', 'copy'])) }),
  workerData,
)
if (!parentPort) throw new Error('The store worker runs as a worker thread')
if (task === undefined) serveStore(parentPort, openAt(file), fieldTypes)
else serveUpkeep(parentPort, file, task)
