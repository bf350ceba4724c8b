import { describe, expect, it } from 'vitest'
import { fieldModules } from '../../../../renderer/fields/registry.ts'
import { listColumns } from '../../../../renderer/fields/document-columns/columns.ts'
import { array, checkbox, collection, date, group, join, relation, richText, select, text } from './fields.ts'

const paths = (of: ReturnType<typeof collection>) =>
  listColumns(fieldModules, of).map((column) => column.path)

describe('the columns of a list', () => {
  it('A.4 (part) are the title and the next three fields that can be shown, with Status and Updated At', () => {
    const of = collection([
      text('kicker'),
      text('title'),
      text('secret', { hidden: true }),
      richText('body'),
      group('meta', [text('description')]),
      select('season', false),
      relation('authors', ['authors'], true),
      checkbox('featured'),
    ])
    expect(paths(of)).toEqual(['title', '_status', 'kicker', 'season', 'authors', 'updatedAt'])
  })

  it('S3.03 (part) fields inside of groups that only lay out count as well', () => {
    expect(paths(collection([group(null, [text('kicker')]), text('title')]))).toContain('kicker')
  })

  it('A.4 (part) are the ones that the site names, in its order, without what cannot be shown', () => {
    const of = collection([text('title'), date('publishDate'), join('comments')], {
      defaultColumns: ['title', 'updatedAt', 'comments', 'nonsense', 'publishDate', '_status', 'title'],
    })
    expect(paths(of)).toEqual(['title', 'updatedAt', 'publishDate', '_status'])
  })

  it('A.4 (part) have neither Status without drafts nor Updated At without timestamps', () => {
    expect(paths(collection([text('title')], { versions: null, timestamps: false }))).toEqual(['title'])
  })

  it('S3.16 (part) begin with the id where no field is the title', () => {
    expect(paths(collection([array('stops', [])], { useAsTitle: 'id' }))[0]).toBe('id')
  })

  it('can be sorted by only where the order means something', () => {
    const of = collection([
      text('title'),
      array('stops', []),
      relation('authors', ['authors'], true),
      date('on'),
    ])
    const sortable = listColumns(fieldModules, of)
      .filter((column) => column.sortable)
      .map((column) => column.path)
    expect(sortable).toEqual(['title', '_status', 'on', 'updatedAt'])
  })
})
