import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { openAt, serveReader, serveStore } from './serve-store.ts'

/** Entry of both store workers: one account's database, opened where and as workerData says. */
const { file, role } = v.parse(
  v.object({ file: v.string(), role: v.picklist(['writer', 'reader']) }),
  workerData,
)
if (!parentPort) throw new Error('The store worker runs as a worker thread')
if (role === 'reader') serveReader(parentPort, file, fieldTypes)
else serveStore(parentPort, openAt(file), fieldTypes)
