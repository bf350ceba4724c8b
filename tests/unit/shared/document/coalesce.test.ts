import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { ChangeBuffer, coalesceChanges } from '../../../../shared/document/coalesce.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { rows, set } from '../build-change.ts'
import { richSchema as fields } from '../build-fields.ts'

const a = { id: 'a', label: { en: 'Berth', de: 'Koje' }, qty: 2 }
const b = { id: 'b', label: { en: 'Seat' }, qty: 4 }
const base: JsonObject = { slug: 'a', items: [a, b] }
const coalesce = (...changes: Change[]): Change[] => coalesceChanges(fields, base, [], changes)

describe('coalescing changes', () => {
  it('DM5 SY3 a value that came back to where it began is no change', () => {
    expect(coalesce(set('slug', 'a', 'b'), set('slug', 'b', 'a'))).toEqual([])
  })

  it('DM1 DM5 edits of one field in two locales are two changes', () => {
    const changes = [set('title', null, 'x', 'en'), set('title', null, 'y', 'de')]
    expect(coalesce(...changes)).toEqual(changes)
  })

  it('DM5 SY3 edits of a new row belong to its content, in all locales', () => {
    const list = coalesce(
      rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n: { id: 'n' } } }),
      rows('items.n.subs', [], ['s'], { added: { s: { id: 's' } } }),
      set('items.n.subs.s.name', null, 'x', 'en'),
      set('items.n.subs.s.name', null, 'y', 'de'),
      set('items.n.at.time', null, '9'),
    )
    const n = { id: 'n', subs: [{ id: 's', name: { en: 'x', de: 'y' } }], at: { time: '9' } }
    expect(list).toEqual([rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n } })])
  })

  it('DM5 a new row that is taken away again leaves nothing', () => {
    const came = rows('items', ['a', 'b'], ['a', 'n', 'b'], { added: { n: { id: 'n' } } })
    const went = rows('items', ['a', 'n', 'b'], ['a', 'b'], { removed: { n: { id: 'n', qty: 1 } } })
    expect(coalesce(came, set('items.n.qty', null, 1), went)).toEqual([])
  })

  it('DM2 DM5 edits within a row go when the row goes, and the row is held as it was before them', () => {
    const removed = { a: { ...a, qty: 3 } }
    expect(coalesce(set('items.a.qty', 2, 3), rows('items', ['a', 'b'], ['b'], { removed }))).toEqual([
      rows('items', ['a', 'b'], ['b'], { removed: { a } }),
    ])
  })

  it('DM5 a row that goes in one locale takes nothing of the row that has its id in another', () => {
    const inGerman = set('words.r.word', 'eins', 'zwei', 'de')
    const went = { ...rows('words', ['r'], [], { removed: { r: { id: 'r', word: 'one' } } }), locale: 'en' }
    const words = { en: [{ id: 'r', word: 'one' }], de: [{ id: 'r', word: 'eins' }] }
    expect(coalesceChanges(fields, { words }, [], [inGerman, went])).toEqual([inGerman, went])
  })

  it('DM5 of a row that went and is back only what is different in it is left', () => {
    const back = { ...a, qty: 7 }
    const list = coalesce(
      set('items.a.qty', 2, 7),
      rows('items', ['a', 'b'], ['b'], { removed: { a: back } }),
      rows('items', ['b'], ['a', 'b'], { added: { a: back } }),
    )
    expect(list).toEqual([set('items.a.qty', 2, 7)])
    expect(applyChanges(fields, base, list)['items']).toEqual([back, b])
  })

  it('DM5 a row of a localized list is found in its own locale only', () => {
    const buffer = new ChangeBuffer(fields)
    buffer.add(rows('words', [], ['w'], { added: { w: { id: 'w' } }, locale: 'de' }), {})
    buffer.add(set('words.w.word', null, 'eins', 'de'), {})
    expect(buffer.list()).toEqual([
      rows('words', [], ['w'], { added: { w: { id: 'w', word: 'eins' } }, locale: 'de' }),
    ])
    expect(buffer.addedRowAround('words.w.word', 'de')).toMatchObject({ id: 'w', below: 'word' })
    expect(buffer.addedRowAround('words.w.word', 'en')).toBeNull()
    expect([buffer.size, buffer.at('words', 'de')?.kind, buffer.at('words', 'en')]).toEqual([
      1,
      'rows',
      undefined,
    ])
  })
})
