import { expect, test } from 'vitest'
import { takeOver } from '../../../main/ipc/locks-handlers.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { commit, give, setUpBench } from '../store/support/bench.ts'
import { en, post } from '../store/support/site.ts'

const bench = setUpBench()
const ref = post('1')

/** Asks for the lock of a document, of its entry or of the open document. */
async function ask(key?: string): Promise<{ answer: unknown; taken: DocRef[] }> {
  const taken: DocRef[] = []
  const account = {
    site: {
      store: {
        getEntry: async (asked: string) => bench.store.getEntry(asked),
        getMove: async (asked: string) => bench.store.getMove(asked),
      },
    },
    locks: {
      takeOver: async (asked: DocRef) => {
        taken.push(asked)
        return { outcome: 'done' as const }
      },
    },
  }
  const input = key === undefined ? { ref } : { ref, key }
  const answer = await takeOver(account, input).catch((error: unknown) => error)
  return { answer, taken }
}

test('SY10 the lock is taken over for an entry that waits because of it', async () => {
  give(bench.store, ref, { title: { en: 'A' } })
  const key = commit(bench.store, ref, [en('title', 'A', 'B')])
  bench.store.settleParked({ key, problem: problemOf('locked') })
  expect(await ask(key)).toEqual({ answer: { outcome: 'done' }, taken: [ref] })
})

test('SY10 nobody loses a lock to an entry that goes by itself, or is not there any more', async () => {
  give(bench.store, ref, { title: { en: 'A' } })
  const key = commit(bench.store, ref, [en('title', 'A', 'B')])
  expect(await ask(key)).toMatchObject({ answer: { code: 'refused' }, taken: [] })
  bench.store.discard(key)
  expect(await ask(key)).toMatchObject({ answer: { code: 'no-entry' }, taken: [] })
})

test('the open document asks for itself', async () => {
  give(bench.store, ref, { title: { en: 'A' } })
  expect(await ask()).toEqual({ answer: { outcome: 'done' }, taken: [ref] })
})

test('SY10 the lock is taken over for a move that keeps failing because of it, and for no other move', async () => {
  give(bench.store, ref, { title: { en: 'A' } })
  const near = [{ id: '2', side: 'greater' as const }]
  const { key } = bench.store.moveDocument({ ref, move: { field: 'slug', scope: null, near } })
  expect(await ask(key ?? '')).toMatchObject({ answer: { code: 'refused' }, taken: [] })
  const step = { type: 'back', outcomeUnknown: false, problem: problemOf('locked') } as const
  bench.store.stepMove({ key: key ?? '', step })
  expect(await ask(key ?? '')).toEqual({ answer: { outcome: 'done' }, taken: [ref] })
})
