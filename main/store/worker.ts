import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { openAt, serveStore } from './serve-store.ts'

/** Entry of the store worker: one account's database, opened where workerData says. */
const { file } = v.parse(v.object({ file: v.string() }), workerData)
if (!parentPort) throw new Error('The store worker runs as a worker thread')
serveStore(parentPort, openAt(file), fieldTypes)
