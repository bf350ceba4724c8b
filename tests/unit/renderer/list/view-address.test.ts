import { expect, it } from 'vitest'
import {
  readAddress,
  withState,
  asAddressed,
  spelledOut,
  viewIn,
  withView,
} from '../../../../renderer/data/list-address.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { showsView, type ListView } from '../../../../shared/lists/list-view.ts'

const where = { or: [{ and: [{ title: { equals: 'A & B' } }] }, { and: [{ views: { greater_than: '3' } }] }] }
const columns = [
  { accessor: 'title', active: true },
  { accessor: 'slug', active: false },
]
const nothing: ListView = { where: null, columns: null, groupBy: null, sort: null }
const views: ListView[] = [
  nothing,
  { ...nothing, where },
  { ...nothing, columns },
  { ...nothing, groupBy: '-season', sort: 'title' },
  { where, columns, groupBy: 'season', sort: '-title' },
]
const before = new URLSearchParams(
  'locale=de&page=3&limit=25&search=x&sort=slug&groupBy=author&where[or][0]=1',
)

it.each(views)('a view comes back from its address unchanged: %j', (view) => {
  const kept = { id: '7', title: 'Mine', view }
  const params = new URLSearchParams(withView(before, kept).toString())
  expect(readAddress(params).state).toMatchObject(view)
  expect(viewIn(params, [kept])).toBe(kept)
  // It begins at its first page; where and in which language one looks stays.
  expect([...params.keys()].filter((name) => ['page', 'search'].includes(name))).toEqual([])
  expect([params.get('locale'), params.get('limit')]).toEqual(['de', '25'])
})

it.each(views)('an address that names a view and nothing else is spelled out, once: %j', (view) => {
  const kept = { id: '7', title: 'Mine', view }
  const alone = new URLSearchParams('locale=de&limit=25&preset=7')
  const whole = spelledOut(alone, kept) ?? alone
  expect(readAddress(whole).state).toMatchObject({ ...view, locale: 'de', limit: 25 })
  expect(spelledOut(whole, kept)).toBeNull()
})

it('an address that says more of the list than the name of a view is left as it is', () => {
  const kept = { id: '7', title: 'Mine', view: { ...nothing, where } }
  for (const more of ['sort=title', 'search=x', 'where[or][0][and][0][title][equals]=A', 'columns=["title"]'])
    expect(spelledOut(new URLSearchParams(`preset=7&${more}`), kept)).toBeNull()
})

it.each([{ where }, { columns }, { groupBy: 'season' }, { sort: 'title' }])(
  'a view of which all is taken away does not come back by its name: %j',
  (only) => {
    const kept = { id: '7', title: 'Mine', view: { ...nothing, ...only } }
    const taken = Object.fromEntries(Object.keys(only).map((name) => [name, null]))
    const cleared = withState(withView(new URLSearchParams(), kept), taken)
    expect(readAddress(cleared).state).toMatchObject({ ...taken, view: '7' })
    expect(spelledOut(cleared, kept)).toBeNull()
    expect(withView(cleared, null).toString()).toBe('')
  },
)

it('what an address leaves empty it does not say', () => {
  expect(readAddress(new URLSearchParams('groupBy=&sort=')).state).toMatchObject(nothing)
})

it('without a view the list is as the site has it', () => {
  const kept = { id: '7', title: 'Mine', view: views[4] ?? nothing }
  expect(withView(withView(before, kept), null).toString()).toBe('locale=de&limit=25')
})

const asked = (rule: JsonObject) => ({ or: [{ and: [{ title: rule }] }] })

it.each([{ equals: 2020 }, { equals: true }, { exists: true }, { near: [1, 2, 3] }])(
  'a view with a filter of other values than text is shown as it is kept: %j',
  (rule) => {
    const [kept] = asAddressed({ id: '7', title: 'Mine', view: { ...nothing, where: asked(rule) } })
    if (kept === undefined) throw new Error('it is not offered')
    expect(showsView(readAddress(withView(before, kept)).state, kept.view)).toBe(true)
  },
)

it.each([{ equals: null }, { in: [] }])(
  'a view of which an address cannot say the filter is not offered, as it would show everything: %j',
  (rule) => {
    expect(asAddressed({ id: '7', title: 'Mine', view: { ...nothing, where: asked(rule) } })).toEqual([])
  },
)
