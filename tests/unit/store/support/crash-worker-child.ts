import { openStore } from '../../../../main/store/worker/store-client.ts'
import { storeWorker } from '../../../support/store-worker.ts'
import { en, post, set, site } from './site.ts'

/** A process with the real worker that kills itself as soon as the worker has acknowledged a write. */
const store = await openStore({
  file: process.argv[2] ?? '',
  onEvent: () => undefined,
  onFatal: (error) => {
    throw error
  },
  workerUrl: storeWorker,
})
await store.setSchema(site)
await store.commitDraft({ ref: post('1'), locale: 'en', changes: [en('title', 'A', 'B')], mode: 'draft' })
const [head] = await store.outboxHeads({ after: 0, limit: 100 })
const prepared = head && (await store.prepareSend(head.key))
if (prepared) await store.markSending({ key: prepared.entry.key, request: prepared.request })
await store.putDraft({ ref: post('1'), changes: [set('slug', 'a', 'typed')] })
process.kill(process.pid, 'SIGKILL')
