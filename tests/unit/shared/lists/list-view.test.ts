import { describe, expect, it } from 'vitest'
import {
  changesOfNewView,
  changesOfView,
  isSameView,
  showsView,
  viewOfDocument,
  viewOfLocal,
  type ListView,
} from '../../../../shared/lists/list-view.ts'

const where = { or: [{ and: [{ title: { equals: 'A' } }] }] }
const columns = [
  { accessor: 'title', active: true },
  { accessor: 'slug', active: false },
]
const view: ListView = { where, columns, groupBy: '-season', sort: null }

describe('a view that the site keeps', () => {
  it('is one of its own list only, with its filter in the shape of the admin', () => {
    const data = { title: 'A', relatedCollection: 'posts', where: { title: { equals: 'A' } } }
    expect(viewOfDocument('7', data, 'posts')).toEqual({
      id: '7',
      title: 'A',
      view: { where, columns: null, groupBy: null, sort: null },
    })
    expect(viewOfDocument('7', data, 'pages')).toBeNull()
  })

  it.each([{}, null])('asks nothing where its filter is %j', (empty) => {
    const data = { title: 'A', relatedCollection: 'posts', where: empty }
    expect(viewOfDocument('7', data, 'posts')?.view.where).toBeNull()
  })

  it('is none where nobody can tell what its filter asks', () => {
    const data = { title: 'A', relatedCollection: 'posts', where: { title: { sounds_like: 'A' } } }
    expect(viewOfDocument('7', data, 'posts')).toBeNull()
    const kept = { id: 'local-1', title: 'A', ...view, where: ['A'] }
    expect(viewOfLocal(kept)).toBeNull()
  })

  it('is what was made of it, and what it was changed to', () => {
    const made = changesOfNewView({ title: 'A', slug: 'posts', view, audience: 'me' })
    const data = Object.fromEntries(
      made.flatMap((change) => (change.kind === 'set' ? [[change.path, change.to] as const] : [])),
    )
    expect(viewOfDocument('7', data, 'posts')).toEqual({ id: '7', title: 'A', view })
    expect(changesOfView(data, { ...view, groupBy: null })).toContainEqual({
      kind: 'set',
      locale: null,
      path: 'groupBy',
      from: '-season',
      to: null,
    })
  })
})

describe('a view with dates that move on', () => {
  const moving: ListView = { ...view, where: { or: [{ and: [{ updatedAt: { greater_than: 'now-7d' } }] }] } }

  it('keeps them on this computer, and has moments at the site', () => {
    expect(viewOfLocal({ id: 'local-1', title: 'A', ...moving })?.view).toEqual(moving)
    const [change] = changesOfView({}, moving)
    expect(JSON.stringify(change)).toMatch(/"greater_than":"\d{4}-\d\d-\d\dT/)
  })
})

describe('whether a list shows a view', () => {
  it('goes by what the view says', () => {
    expect(showsView(view, view)).toBe(true)
    expect(showsView({ ...view, where: null }, view)).toBe(false)
    expect(showsView({ ...view, groupBy: null }, view)).toBe(false)
    expect(showsView({ ...view, columns: null }, view)).toBe(false)
    expect(showsView({ ...view, sort: '-title' }, { ...view, sort: 'title' })).toBe(false)
  })

  it('says all of it only where nothing more is shown', () => {
    expect(isSameView(view, view)).toBe(true)
    expect(isSameView({ ...view, sort: 'title' }, view)).toBe(false)
    expect(isSameView(view, { ...view, columns: null })).toBe(false)
  })

  it('leaves open what the view says nothing of', () => {
    expect(showsView({ ...view, sort: 'title' }, { ...view, columns: null })).toBe(true)
  })
})
