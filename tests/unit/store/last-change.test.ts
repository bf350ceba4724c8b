import { expect, test } from 'vitest'
import type { VersionRow } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { commit, give, send, setUpBench } from './support/bench.ts'
import { at, en, post } from './support/site.ts'

const bench = setUpBench()
const ref = post('7')

const row = (seconds: number): VersionRow => ({
  id: `v${seconds}`,
  updatedAt: at(seconds),
  status: 'draft',
  autosave: false,
  publishedLocale: null,
  latest: false,
})
/** What a version of that moment holds. */
const keep = (seconds: number, data: JsonObject): void =>
  bench.store.putVersionContent({
    ref,
    version: row(seconds),
    data: { id: 7, ...data, updatedAt: at(seconds) },
  })
const titled = (english: string, german = 'Deutsch'): JsonObject => ({ title: { en: english, de: german } })
const ask = (path: string, locale = 'en') => bench.store.lastChange({ ref, path, locale })

test('the last change of a value is between two versions, those after it have it as it is', () => {
  keep(1, titled('A'))
  keep(2, titled('B'))
  keep(3, titled('B', 'Anders'))
  give(bench.store, ref, titled('B', 'Anders'), 3)
  expect(ask('title')).toEqual({ outcome: 'changed', version: row(2), before: row(1), own: false })
  expect(ask('title', 'de')).toEqual({ outcome: 'changed', version: row(3), before: row(2), own: false })
  expect(ask('slug')).toEqual({ outcome: 'same', since: row(1) })
})

test('nothing is known without versions, nor where the document has changed since the newest', () => {
  give(bench.store, ref, titled('A'), 1)
  expect(ask('title')).toEqual({ outcome: 'unknown' })
  keep(1, titled('A'))
  give(bench.store, ref, titled('B'), 2)
  expect(ask('title')).toEqual({ outcome: 'unknown' })
  expect(ask('title', 'de')).toEqual({ outcome: 'same', since: row(1) })
})

test('it is the own one where this computer sent that value and the version came of it', () => {
  keep(1, titled('A'))
  give(bench.store, ref, titled('A'), 1)
  const key = commit(bench.store, ref, [en('title', 'A', 'B')])
  send(bench.store, key, { id: 7, title: 'B', createdAt: at(0), updatedAt: at(2) })
  keep(2, titled('B', 'Anders'))
  give(bench.store, ref, titled('B', 'Anders'), 2)
  expect(ask('title')).toMatchObject({ outcome: 'changed', version: row(2), own: true })
  // Somebody else's, in the same version.
  expect(ask('title', 'de')).toMatchObject({ outcome: 'changed', version: row(2), own: false })
})
