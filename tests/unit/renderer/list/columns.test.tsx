import { afterEach, describe, expect, it, vi } from 'vitest'
import { fieldModules } from '../../../../renderer/app/field-modules.ts'
import { readAddress, withState } from '../../../../renderer/data/list-address.ts'
import { columnLabel } from '../../../../renderer/fields/document-columns/column-labels.ts'
import type { UseT } from '../../../../renderer/i18n/use-t.ts'
import { columnsText, readColumns, type ColumnChoice } from '../../../../shared/lists/columns.ts'
import { NOTHING_KEPT } from '../../../../shared/lists/list-preference.ts'
import { withKept } from '../../../../shared/lists/list-state.ts'
import {
  choiceOf,
  listColumns,
  offeredColumns,
  shownColumns,
} from '../../../../renderer/fields/document-columns/columns.ts'
import { array, checkbox, collection, date, group, join, relation, richText, select, text } from './fields.ts'

/** The columns of an address, for somebody who has chosen these. */
const columnsIn = (params: URLSearchParams, columns: ColumnChoice[] | null) =>
  withKept(readAddress(params), { ...NOTHING_KEPT, columns }).columns

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

  it('are none of those that the site wants in no list, also where they are named', () => {
    const of = collection([text('title'), text('kicker', { isColumn: false }), text('slug')])
    expect(paths(of)).toEqual(['title', '_status', 'slug', 'updatedAt'])
    expect(paths({ ...of, defaultColumns: ['title', 'kicker'] })).toEqual(['title', '_status', 'updatedAt'])
    const offered = offeredColumns(fieldModules, of, null).map(({ column }) => column.path)
    expect(offered).not.toContain('kicker')
  })

  it('may be what only forms hide, such as the name of a file, where it is the title or named', () => {
    const of = collection([text('filename', { hidden: true }), text('url', { hidden: true }), text('alt')], {
      useAsTitle: 'filename',
    })
    expect(paths(of)).toEqual(['filename', '_status', 'alt', 'updatedAt'])
    expect(paths({ ...of, defaultColumns: ['alt', 'filename'] })).toContain('filename')
    expect(offeredColumns(fieldModules, of, null).map(({ column }) => column.path)).toContain('url')
  })

  it('S3.03 (part) fields inside of groups that only lay out count as well', () => {
    expect(paths(collection([group(null, [text('kicker')]), text('title')]))).toContain('kicker')
  })

  it('fields in groups and tabs with a name can be chosen, and are called by what is around them', () => {
    const of = collection([text('title'), group('meta', [text('description'), group('og', [text('type')])])])
    const nested = offeredColumns(fieldModules, of, null).filter(({ column }) => column.path.includes('.'))
    expect(nested.map(({ column, active }) => [column.path, active])).toEqual([
      ['meta.description', false],
      ['meta.og.type', false],
    ])
    const words = {
      t: String,
      label: (name: unknown) => (typeof name === 'string' ? name : ''),
    } as unknown as UseT
    expect(nested.map(({ column }) => columnLabel(column, words))).toEqual([
      'SEO > Description',
      'SEO > SEO > Type',
    ])
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

  it('cannot be sorted by where the site keeps no value of the field (F103)', () => {
    const of = collection([text('title'), text('shout', { canSort: false })])
    const shout = listColumns(fieldModules, of).find(({ path }) => path === 'shout')
    expect(shout).toMatchObject({ sortable: false })
  })
})

describe('the columns that somebody chose', () => {
  const of = collection([text('title'), text('kicker'), richText('body'), date('on'), join('comments')])
  const choice = (...names: string[]) =>
    names.map((name) => ({ accessor: name.replace('-', ''), active: !name.startsWith('-') }))
  const offered = (chosen: ReturnType<typeof choice> | null) =>
    offeredColumns(fieldModules, of, chosen).map(({ column, active }) => `${active ? '' : '-'}${column.path}`)

  it('F43 are shown in the order of the choice, and nothing besides', () => {
    const chosen = choice('on', '-title', 'body')
    expect(shownColumns(fieldModules, of, chosen).map(({ path }) => path)).toEqual(['on', 'body'])
  })

  it('F43 are offered first, and behind them all that the list could show', () => {
    const all = ['title', '_status', 'kicker', 'on', 'updatedAt', '-body', '-createdAt', '-id']
    expect(offered(null).toSorted()).toEqual(all.toSorted())
    expect(offered(null).slice(0, 5)).toEqual(['title', '_status', 'kicker', 'on', 'updatedAt'])
    expect(offered(choice('on', '-title')).slice(0, 2)).toEqual(['on', '-title'])
  })

  it('S3.37 (part) what the web admin has chosen of columns that are not offered here is kept with the choice', () => {
    const before = choice('meta.gone', 'title')
    const next = choiceOf(offeredColumns(fieldModules, of, before), before)
    expect(next[0]).toEqual({ accessor: 'title', active: true })
    expect(next).toContainEqual({ accessor: 'meta.gone', active: true })
  })

  it('are those of the site where the site has none of the chosen ones any more', () => {
    expect(shownColumns(fieldModules, of, choice('gone'))).toEqual(listColumns(fieldModules, of))
  })
})

describe('the columns of an address and of a preference', () => {
  afterEach(() => vi.restoreAllMocks())
  const both = [
    { accessor: 'title', active: true },
    { accessor: 'slug', active: false },
  ]
  const never = () => {
    throw new Error('complained')
  }

  it('S3.38 are names with a minus before what is not shown, or a text of these, and are written so; objects pass through', () => {
    expect(readColumns(['title', '-slug'], never)).toEqual(both)
    expect(readColumns('["title","-slug"]', never)).toEqual(both)
    expect(readColumns(both, never)).toEqual(both)
    expect(readColumns(JSON.stringify(both), never)).toEqual(both)
    expect(readColumns([both[0], '-slug'], never)).toEqual(both)
    expect(columnsText(both)).toBe('["title","-slug"]')
    expect(readColumns(columnsText(both), never)).toEqual(both)
    expect(readColumns(null, never)).toBeUndefined()

    // In the address, where they are before what was chosen.
    const params = new URLSearchParams('page=2&columns=["title","-slug"]')
    const body = [{ accessor: 'body', active: true }]
    expect(columnsIn(params, body)).toEqual(both)
    expect(columnsIn(new URLSearchParams('page=2'), body)).toEqual(body)
    const chosen = withState(params, {
      columns: [
        { accessor: 'slug', active: true },
        { accessor: 'title', active: false },
      ],
    })
    expect(Object.fromEntries(chosen)).toEqual({ page: '2', columns: '["slug","-title"]' })
    expect(withState(params, { columns: null }).toString()).toBe('page=2')
  })

  it('S8.10 that cannot be read are logged, and the list has those of the site', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const of = collection([text('title'), text('kicker'), text('slug')])
    const preference = [{ accessor: 'slug', active: true }]
    for (const bad of [
      '["title"',
      'title',
      '',
      '{"title":true}',
      '[7]',
      '[null]',
      '[""]',
      '[{"accessor":"title"}]',
    ]) {
      error.mockClear()
      expect([bad, readColumns(bad, () => undefined)]).toEqual([bad, undefined])
      const chosen = columnsIn(new URLSearchParams({ columns: bad }), preference)
      expect([bad, ...error.mock.calls]).toEqual([bad, ['Error parsing columns']])
      expect([bad, chosen]).toEqual([bad, null])
      expect(shownColumns(fieldModules, of, chosen)).toEqual(listColumns(fieldModules, of))
    }
    const read = columnsIn(new URLSearchParams({ columns: '["slug"]' }), null)
    expect(shownColumns(fieldModules, of, read).map(({ path }) => path)).toEqual(['slug'])
  })
})
