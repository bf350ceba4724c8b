import { describe, expect, test } from 'vitest'
import { problemOf } from '../../../shared/sync/entry.ts'
import type { Change } from '../../../shared/document/change.ts'
import { commit, give, headKeys, leave, setUpBench } from './support/bench.ts'
import { en, post, set, site } from './support/site.ts'

/* New documents of which a part waits for a field that the site lost, and conflicts of values of which a part fits. */

const bench = setUpBench()

const hero: Change = {
  kind: 'rows',
  locale: null,
  path: 'layout',
  from: [],
  to: ['h'],
  added: { h: { id: 'h', blockType: 'hero', size: 'xl' } },
  removed: {},
}

/** The site without a field of posts, or without the size of its heroes. */
function without(gone: 'slug' | 'size') {
  const [posts, ...others] = site.collections
  if (posts === undefined) throw new Error('no posts')
  const fields = posts.fields.flatMap((field) => {
    if (gone === 'slug' && 'name' in field && field.name === 'slug') return []
    if (gone !== 'size' || field.type !== 'blocks') return [field]
    const bare = field.blocks.map((block) => ({
      ...block,
      fields: block.fields.filter((one) => !('name' in one && one.name === 'size')),
    }))
    return [{ ...field, blocks: bare }]
  })
  return { ...site, collections: [{ ...posts, fields }, ...others] }
}

describe.each(['slug', 'size'] as const)(
  'SY13 a creation that was refused, and whose %s came back',
  (gone) => {
    test('is mended, and leaves with what was typed then', () => {
      const { store } = bench
      const ref = store.createDocument({ slug: 'posts', id: 'tmp_1', data: {} })
      commit(store, ref, [en('title', null, 'T'), gone === 'size' ? hero : set('slug', null, 's')])
      const [key = ''] = headKeys(store)
      store.setSchema(without(gone))
      leave(store, key)
      store.settleParked({
        key,
        problem: { ...problemOf('validation'), fields: [{ path: 'title', message: 'No' }] },
      })
      store.setSchema(site)
      commit(store, ref, [en('title', 'T', 'T2')])
      expect(store.prepareSend(headKeys(store)[0] ?? '')?.request.body).toMatchObject({ title: 'T2' })
    })
  },
)

test('SY7 a conflict of a value stays one where the site has a place for a part of it', () => {
  const { store } = bench
  give(store, post('1'), { meta: { title: { en: 'M' } } })
  give(store, post('1'), { meta: { title: { en: 'Theirs' } } }, 2)
  commit(store, post('1'), [set('meta', { title: 'M' }, { title: 'Mine', old: 'x' }, 'en')])
  expect(headKeys(store)).toEqual([])
  const [entry] = store.getDocument(post('1'))?.entries ?? []
  expect(entry).toMatchObject({ state: 'parked', problem: { code: 'conflict' } })
})
