import { describe, expect, it } from 'vitest'
import { folderIdIn, folderTree, canHold } from '../../../../renderer/fields/folder/folder-tree.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'

const row = (id: string, data: JsonObject) => ({
  ref: { kind: 'collection' as const, slug: 'payload-folders', id },
  data,
})
const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : '')
const treeOf = (...rows: ReturnType<typeof row>[]) =>
  folderTree(rows, 'folder', ({ data }) => textIn(data['name']))

describe('S3.23 (tree) folders', () => {
  it('stand behind the one that they lie in, siblings by name, with the names on the way', () => {
    const tree = treeOf(
      row('3', { name: 'Rail', folder: 1 }),
      row('1', { name: 'Winter' }),
      row('2', { name: 'Archive', folder: null }),
      row('4', { name: 'Night trains', folder: { id: 3, name: 'Rail' } }),
      row('5', { name: 'Cities', folder: 1 }),
    )
    expect(tree.map(({ name, above }) => [...above, name].join(' / '))).toEqual([
      'Archive',
      'Winter',
      'Winter / Cities',
      'Winter / Rail',
      'Winter / Rail / Night trains',
    ])
  })

  it('whose folder is not here stand at the top, and so do those that lie in each other', () => {
    const tree = treeOf(
      row('1', { name: 'A', folder: 2 }),
      row('2', { name: 'B', folder: 1 }),
      row('3', { name: 'C', folder: 99 }),
      row('4', { name: 'D', folder: 4 }),
      row('5', { name: 'E', folder: 1 }),
    )
    expect(tree.map(({ name, above }) => [...above, name].join(' / '))).toEqual(['A', 'A / E', 'B', 'C', 'D'])
  })

  it('hold documents of the collections that they name, and of all where they name none', () => {
    const tree = treeOf(
      row('1', { name: 'A', folderType: ['posts', 'media'] }),
      row('2', { name: 'B', folderType: [] }),
      row('3', { name: 'C' }),
    )
    const named = (slug: string) => tree.filter((folder) => canHold(folder, slug)).map(({ name }) => name)
    expect(named('media')).toEqual(['A', 'B', 'C'])
    expect(named('pages')).toEqual(['B', 'C'])
  })

  it.each<[Json | undefined, string | null]>([
    [7, '7'],
    ['a1', 'a1'],
    [{ id: 7, name: 'Rail' }, '7'],
    [null, null],
    [undefined, null],
    ['', null],
    [true, null],
    [[7], null],
  ])('the folder of a document is read from %j', (value, id) => {
    expect(folderIdIn(value)).toBe(id)
  })
})
