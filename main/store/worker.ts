import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { openAt, serveStore } from './serve-store.ts'
import { runUpkeep, upkeepTask } from './upkeep.ts'

/** Entry of a worker on what lies where workerData says: the store of one account's database, or one task of upkeep. */
const { file, task } = v.parse(v.object({ file: v.string(), task: v.optional(upkeepTask) }), workerData)
if (!parentPort) throw new Error('The store worker runs as a worker thread')
if (task === undefined) serveStore(parentPort, openAt(file), fieldTypes)
else parentPort.postMessage(runUpkeep(file, task))
