import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { openAt, serveStore } from '../../main/store/worker/serve-store.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { followDisk } from './disk-space.ts'

/** The program's own store worker; the one that writes is on a disk that can be full. */
const { file, role } = v.parse(v.looseObject({ file: v.string(), role: v.string() }), workerData)
if (role !== 'writer' || parentPort === null) await import('../../main/store/worker/worker.ts')
else
  serveStore(
    parentPort,
    () => {
      const opened = openAt(file)()
      followDisk(opened.db)
      return opened
    },
    fieldTypes,
  )
