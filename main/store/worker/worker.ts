import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { openAt, serveReader, serveStore } from './serve-store.ts'
import { runUpkeep, upkeepTask } from './upkeep.ts'

/** Entry point of a worker: one of the two of an account's database, or an upkeep task, by workerData. */
const data = v.parse(
  v.variant('role', [
    v.object({ file: v.string(), role: v.literal('writer') }),
    v.object({ file: v.string(), role: v.literal('reader') }),
    v.object({ file: v.string(), role: v.literal('upkeep'), task: upkeepTask }),
  ]),
  workerData,
)
if (!parentPort) throw new Error('The store worker runs as a worker thread')
if (data.role === 'writer') serveStore(parentPort, openAt(data.file), fieldTypes)
else if (data.role === 'reader') serveReader(parentPort, data.file, fieldTypes)
else parentPort.postMessage(runUpkeep(data.file, data.task))
