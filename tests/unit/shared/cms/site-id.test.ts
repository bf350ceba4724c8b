import { expect, test } from 'vitest'
import { siteId } from '../../../../shared/cms/doc-ref.ts'
import { collection } from '../build-fields.ts'

test('an id is a number where those of its collection are; a temporary id is a text everywhere', () => {
  const collections = [
    collection([], { slug: 'posts', idType: 'number' }),
    collection([], { slug: 'notes', idType: 'text' }),
  ]
  const idIn = (slug: string, id: string) => siteId(collections, { slug, id })
  expect([idIn('posts', '7'), idIn('notes', '7'), idIn('unknown', '7')]).toEqual([7, '7', '7'])
  expect([idIn('posts', 'tmp_7'), idIn('notes', 'tmp_7')]).toEqual(['tmp_7', 'tmp_7'])
})
