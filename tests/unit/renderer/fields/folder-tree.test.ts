import { describe, expect, it } from 'vitest'
import {
  canHold,
  canHoldFolder,
  folderIdIn,
  folderTree,
} from '../../../../renderer/fields/folder/folder-tree.ts'
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

  it('hold neither themselves nor those that they lie in, and none that may hold more than they', () => {
    const tree = treeOf(
      row('1', { name: 'All' }),
      row('2', { name: 'Posts', folderType: ['posts'] }),
      row('3', { name: 'Posts and media', folderType: ['posts', 'media'] }),
      row('4', { name: 'Below posts', folder: 2, folderType: ['posts'] }),
      row('5', { name: 'Further below', folder: 4, folderType: ['posts'] }),
    )
    const placesOf = (name: string) => {
      const moved = tree.find((folder) => folder.name === name)
      return moved && tree.filter((to) => canHoldFolder(to, moved, tree)).map((to) => to.name)
    }
    expect(placesOf('Posts')).toEqual(['All', 'Posts and media'])
    expect(placesOf('Posts and media')).toEqual(['All'])
    expect(placesOf('Further below')).toEqual(['All', 'Posts', 'Below posts', 'Posts and media'])
    expect(placesOf('All')).toEqual([])
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
