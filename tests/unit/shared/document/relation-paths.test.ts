import { expect, test } from 'vitest'
import { relationPaths } from '../../../../shared/document/references.ts'
import type { Block } from '../../../../shared/cms/schema-model.ts'
import {
  array,
  block,
  blocks,
  collapsible,
  group,
  relation,
  richText,
  tab,
  tabs,
  text,
  upload,
} from '../build-fields.ts'

test('fields that may point at a collection are found in whatever they stand, and no others', () => {
  const fields = [
    text('title'),
    upload('cover'),
    relation('author', { relationTo: ['authors'] }),
    relation('about', { polymorphic: true, hasMany: true, relationTo: ['posts', 'media'] }),
    collapsible([upload('inside')]),
    group('meta', [upload('image')]),
    group(null, [upload('loose')]),
    tabs(tab('seo', [upload('shared')]), tab(null, [upload('plain')])),
    array('items', [upload('picture'), group('more', [upload('deep')])]),
    blocks('layout', [block('hero', [upload('photo')]), block('gallery', [array('all', [upload('one')])])]),
    upload('secret', { isFilter: false }),
    richText('body'),
  ]
  expect(relationPaths(fields, 'media').map(({ path, polymorphic }) => [path, polymorphic])).toEqual([
    ['cover', false],
    ['about', true],
    ['inside', false],
    ['meta.image', false],
    ['loose', false],
    ['seo.shared', false],
    ['plain', false],
    ['items.picture', false],
    ['items.more.deep', false],
    ['layout.photo', false],
    ['layout.all.one', false],
  ])
  expect(relationPaths(fields, 'places')).toEqual([])
})

test('blocks that hold each other have an end', () => {
  const column: Block = block('column', [upload('picture')])
  column.fields.push(blocks('inside', [column]))
  const paths = relationPaths([blocks('layout', [column])], 'media').map(({ path }) => path)
  expect(paths.slice(0, 2)).toEqual(['layout.picture', 'layout.inside.picture'])
  expect(paths.length).toBeLessThan(10)
})
