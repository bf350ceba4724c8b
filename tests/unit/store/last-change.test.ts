import { beforeEach, expect, test } from 'vitest'
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
const versions: VersionRow[] = []
beforeEach(() => void versions.splice(0))
/** Adds a version of that second to the stored list, and stores its content unless `data` is null. */
function list(seconds: number, data: JsonObject | null): void {
  const { store } = bench
  versions.unshift(row(seconds))
  const query = { ref, page: 1, limit: 10, sort: '-updatedAt' as const }
  store.putVersionsPage({
    query,
    rows: versions,
    totalDocs: versions.length,
    latestDraft: null,
    currentlyPublished: null,
  })
  if (data === null) return
  store.putVersionContent({ ref, version: row(seconds), data: { id: 7, ...data, updatedAt: at(seconds) } })
}
const titled = (english: string, german = 'Deutsch'): JsonObject => ({ title: { en: english, de: german } })
const ask = (path: string, locale = 'en') => bench.store.lastChange({ ref, path, locale })
const UNKNOWN = { outcome: 'unknown' }

test('the last change of a value is between two versions, those after it have it as it is', () => {
  list(1, titled('A'))
  list(2, titled('B'))
  list(3, titled('B', 'Anders'))
  give(bench.store, ref, titled('B', 'Anders'), 3)
  const changed = { outcome: 'changed', own: false }
  expect(ask('title')).toEqual({ change: { ...changed, version: row(2), before: row(1) }, missing: null })
  expect(ask('title', 'de')).toEqual({
    change: { ...changed, version: row(3), before: row(2) },
    missing: null,
  })
  expect(ask('slug')).toEqual({ change: { outcome: 'same', since: row(1) }, missing: null })
})

test('nothing is said of what lies behind a version whose content is not here, which is named', () => {
  give(bench.store, ref, titled('A'), 3)
  expect(ask('title')).toEqual({ change: UNKNOWN, missing: null })
  list(1, titled('A'))
  list(2, null)
  expect(ask('title')).toEqual({ change: UNKNOWN, missing: 'v2' })
  list(3, titled('A'))
  expect(ask('title')).toEqual({ change: { outcome: 'same', since: row(3) }, missing: 'v2' })
})

test('nothing is known where the server has another value by now', () => {
  give(bench.store, ref, titled('A'), 1)
  list(1, titled('A'))
  list(2, titled('B'))
  expect(ask('title')).toEqual({ change: UNKNOWN, missing: null })
  expect(ask('title', 'de')).toMatchObject({ change: { outcome: 'same' } })
})

test('it is the own one where this computer sent that value, or a part of it, and the version came of it', () => {
  list(1, titled('A'))
  give(bench.store, ref, titled('A'), 1)
  const key = commit(bench.store, ref, [en('title', 'A', 'B')])
  send(bench.store, key, { id: 7, title: 'B', createdAt: at(0), updatedAt: at(2) })
  list(2, titled('B', 'Anders'))
  give(bench.store, ref, titled('B', 'Anders'), 2)
  expect(ask('title')).toMatchObject({ change: { outcome: 'changed', version: row(2), own: true } })
  // Somebody else's, in the same version.
  expect(ask('title', 'de')).toMatchObject({ change: { outcome: 'changed', version: row(2), own: false } })
})
