import { describe, expect, it } from 'vitest'
import { readsOf } from '../../../server/plugin/writes/whole-reads.ts'
import { documentTurn, globalTurn } from '../../../server/plugin/writes/turn.ts'

const updatedAt = '2026-06-01T00:00:00.000Z'
const turnsOf = (what: Parameters<typeof readsOf>[0], ...docs: object[]): string[] =>
  readsOf(what, JSON.stringify({ docs })).map(({ turn }) => turn)

describe('whose end a read of the companion waits for', () => {
  it('a document has its own turn, also where it has a field called parent', () => {
    const page = { id: 2, parent: 1, title: 'Below', updatedAt }
    expect(turnsOf({ collection: 'pages' }, page)).toEqual([documentTurn('pages', '2')])
    expect(readsOf({ collection: 'pages' }, JSON.stringify(page))).toMatchObject([
      { key: '2', turn: documentTurn('pages', '2') },
    ])
  })

  it('a version has that of its document, and none where nobody says which that is', () => {
    const version = { id: 7, parent: 2, version: { title: 'Below' }, updatedAt }
    const { parent: _parent, ...nameless } = version
    expect(turnsOf({ versionsOf: 'pages' }, version, nameless)).toEqual([documentTurn('pages', '2')])
  })

  it('a global and its versions have that of the global', () => {
    const docs = [{ id: 'v1', version: {}, updatedAt }]
    expect(turnsOf({ global: 'header' }, ...docs)).toEqual([globalTurn('header')])
    expect(readsOf({ global: 'header' }, JSON.stringify({ tagline: 'North', updatedAt }))).toMatchObject([
      { turn: globalTurn('header') },
    ])
  })

  it('a document of a site that keeps no times is told by what it says', () => {
    const [first, second] = [
      { id: 2, title: 'Below' },
      { id: 2, title: 'Above' },
    ].map((doc) => readsOf({ collection: 'pages' }, JSON.stringify(doc))[0])
    expect(first).toMatchObject({ turn: documentTurn('pages', '2') })
    expect(first?.revision).not.toBe(second?.revision)
  })

  it('who asks for revisions alone waits for nobody', () => {
    expect(
      turnsOf({ collection: 'pages' }, { id: 2, updatedAt }, { id: 3, createdAt: updatedAt, updatedAt }),
    ).toEqual([])
  })
})
