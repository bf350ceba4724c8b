import { expect, it } from 'vitest'
import { folderOf } from '../../../../renderer/fields/folder/folder-tree.ts'
import { alwaysListed } from '../../../../shared/cms/list-fields.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import { asStored, documentTitle } from '../../../../shared/document/title.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { collection, number, relation } from '../../shared/build-fields.ts'

const posts = collection([number('year'), relation('shelf', { relationTo: ['shelves'] })], {
  useAsTitle: 'year',
  folderField: 'shelf',
})

it('S3.24 an item of a list has its id, its times and its folder, and as title what the site names, as text, else its id', () => {
  expect([...alwaysListed(posts)]).toEqual(
    expect.arrayContaining(['id', 'createdAt', 'updatedAt', 'year', 'shelf']),
  )
  const titleOf = (data: JsonObject) =>
    documentTitle(fieldTypes, {
      collection: posts,
      data,
      locale: null,
      ref: makeRef('collection', 'posts', '7'),
      untitled: '[Untitled]',
      words: asStored,
    })
  expect([titleOf({ year: 2026 }), titleOf({ year: 0 }), titleOf({})]).toEqual(['2026', '0', '7'])
  expect([folderOf(posts, { data: { shelf: 3 } }), folderOf(posts, { data: {} })]).toEqual(['3', null])
})
