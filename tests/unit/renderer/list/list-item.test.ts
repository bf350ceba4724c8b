import { expect, it } from 'vitest'
import { canHold, folderOf, folderTree } from '../../../../renderer/fields/folder/folder-tree.ts'
import { alwaysListed } from '../../../../shared/cms/list-fields.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
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

it('S3.23 a folder has an id and a name, a document its id in the field that the site names for it, and a folder holds documents of the collections that it names', () => {
  const siteOf = (folders: JsonObject, slug: string) => {
    const collections = [{ slug: 'posts', folders: true }, { slug: 'pages' }, { slug }]
    const parsed = parseSiteConfig(fieldTypes, { config: { folders, collections } })
    if (!parsed.ok) throw new Error(parsed.reason.code)
    const [withFolders, without] = parsed.schema.collections
    if (withFolders === undefined || without === undefined) throw new Error('There are no collections')
    return { folders: parsed.schema.folders, withFolders, without }
  }
  const usual = siteOf({}, 'payload-folders')
  expect(usual.folders).toEqual({ slug: 'payload-folders', browse: true })
  expect([usual.withFolders.folderField, usual.without.folderField]).toEqual(['folder', null])
  expect(folderOf(usual.withFolders, { data: { folder: 3, shelf: 4 } })).toBe('3')
  expect(folderOf(usual.without, { data: { folder: 3 } })).toBeNull()
  const named = siteOf({ slug: 'shelves', fieldName: 'shelf' }, 'shelves')
  expect([named.folders?.slug, named.withFolders.folderField]).toEqual(['shelves', 'shelf'])
  expect(folderOf(named.withFolders, { data: { folder: 3, shelf: 4 } })).toBe('4')

  const row = (id: string, data: JsonObject) => ({ ref: makeRef('collection', 'shelves', id), data })
  const folders = folderTree(
    [
      row('1', { name: 'Rail', folderType: ['posts'] }),
      row('2', { name: 'Night trains', shelf: 1, folderType: ['posts'] }),
      row('3', { name: 'All sorts' }),
    ],
    'shelf',
    ({ data }) => (typeof data['name'] === 'string' ? data['name'] : ''),
  )
  expect(folders.map(({ id, name, parent }) => ({ id, name, parent }))).toEqual([
    { id: '3', name: 'All sorts', parent: null },
    { id: '1', name: 'Rail', parent: null },
    { id: '2', name: 'Night trains', parent: '1' },
  ])
  const holding = (slug: string) => folders.filter((one) => canHold(one, slug)).map(({ name }) => name)
  expect(holding('posts')).toEqual(['All sorts', 'Rail', 'Night trains'])
  expect(holding('pages')).toEqual(['All sorts'])
})
