import { describe, expect, it } from 'vitest'
import { createBody, patchBody } from '../../../../shared/document/sparse-body.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { richSchema as fields } from '../build-fields.ts'

const base: JsonObject = {
  id: 12,
  title: { en: 'Night train', de: 'Nachtzug' },
  settings: { color: 'red', deep: { note: { en: 'n' }, level: 1 } },
  items: [
    { id: 'a', label: { en: 'Berth', de: 'Koje' }, qty: 2, subs: [{ id: 's', name: { en: 'x' } }] },
    { id: 'b', label: { en: 'Seat' }, qty: 4 },
  ],
  layout: [
    { id: 'h', blockType: 'hero', heading: { en: 'North' } },
    { id: 'l', blockType: 'list', lines: [{ id: '1', code: 'x' }] },
  ],
  words: { en: [{ id: 'w', word: 'one' }], de: [{ id: 'v', word: 'eins' }] },
}

describe('the body of an edit', () => {
  it('SY5 holds only the changed keys of groups', () => {
    const changes = [{ kind: 'set' as const, locale: 'en', path: 'settings.deep.note', from: 'n', to: 'm' }]
    expect(patchBody(fields, base, changes, 'en')).toEqual({ settings: { deep: { note: 'm' } } })
  })

  it('SY5 holds a list as its order, with stubs for rows that did not change', () => {
    const changes = [
      {
        kind: 'rows' as const,
        locale: null,
        path: 'items',
        from: ['a', 'b'],
        to: ['b', 'n', 'a'],
        added: { n: { id: 'n', qty: 1, label: { en: 'New' } } },
        removed: {},
      },
      { kind: 'set' as const, locale: null, path: 'items.a.qty', from: 2, to: 3 },
    ]
    expect(patchBody(fields, base, changes, 'en')).toEqual({
      items: [{ id: 'b' }, { id: 'n', qty: 1, label: 'New' }, { id: 'a', qty: 3 }],
    })
  })

  it('F12 SY5 holds whole rows where nothing checks that a stub’s row is still there', () => {
    const changes = [
      {
        kind: 'rows' as const,
        locale: null,
        path: 'items',
        from: ['a', 'b'],
        to: ['b', 'a'],
        added: {},
        removed: {},
      },
      { kind: 'set' as const, locale: null, path: 'items.a.qty', from: 2, to: 3 },
    ]
    expect(patchBody(fields, base, changes, 'en', { wholeRows: true })).toEqual({
      items: [
        { id: 'b', label: 'Seat', qty: 4 },
        { id: 'a', label: 'Berth', qty: 3, subs: [{ id: 's', name: 'x' }] },
      ],
    })
  })

  it('SY5 names the type of a block, also of one that did not change', () => {
    const changes = [
      { kind: 'set' as const, locale: null, path: 'layout.l.lines.1.code', from: 'x', to: 'y' },
    ]
    expect(patchBody(fields, base, changes, 'en')).toEqual({
      layout: [
        { id: 'h', blockType: 'hero' },
        { id: 'l', blockType: 'list', lines: [{ id: '1', code: 'y' }] },
      ],
    })
  })

  it('SY5 holds the rows of one locale where each locale has its own', () => {
    const changes = [{ kind: 'set' as const, locale: 'de', path: 'words.v.word', from: 'eins', to: 'zwei' }]
    expect(patchBody(fields, base, changes, 'de')).toEqual({ words: [{ id: 'v', word: 'zwei' }] })
  })

  it('SY5 says null for a value that was taken away', () => {
    const changes = [{ kind: 'set' as const, locale: 'en', path: 'title', from: 'Night train', to: null }]
    expect(patchBody(fields, base, changes, 'en')).toEqual({ title: null })
  })

  it('SY5 is a few hundred bytes for one field of a document with 200 blocks', () => {
    const layout = Array.from({ length: 200 }, (_, index) => ({
      id: `block${index}`,
      blockType: 'hero',
      heading: { en: 'A heading of some length '.repeat(40) },
    }))
    const changes = [{ kind: 'set' as const, locale: 'en', path: 'title', from: 'a', to: 'b' }]
    expect(JSON.stringify(patchBody(fields, { ...base, layout }, changes, 'en')).length).toBeLessThan(300)
  })
})

describe('the body of a creation', () => {
  it('SY8 leaves out a temporary id and what the server sets, and keeps a real id', () => {
    const data = { ...base, createdAt: 'x', updatedAt: 'y', _status: 'draft' }
    expect(createBody(fields, { ...data, id: 'tmp_1' }, 'en')).not.toHaveProperty('id')
    const body = createBody(fields, { ...data, id: 'a-b-c' }, 'en')
    expect(body).toMatchObject({ id: 'a-b-c', title: 'Night train', words: [{ id: 'w', word: 'one' }] })
    expect(Object.keys(body)).not.toContain('updatedAt')
  })
})

describe('F81 what the schema does not have', () => {
  const rows = (path: string, from: string[], to: string[], added: JsonObject = {}) => ({
    kind: 'rows' as const,
    locale: null,
    path,
    from,
    to,
    added: added as Record<string, JsonObject>,
    removed: {},
  })
  const newer: JsonObject = { id: 'q', blockType: 'quote', text: { en: 'Words', de: 'Worte' } }
  const layout = [{ id: 'h', blockType: 'hero', heading: { en: 'North' } }, newer]
  const change = { kind: 'set' as const, locale: 'en', path: 'layout.h.heading', from: 'North', to: 'South' }

  it.each([false, true])('F81 SY13 a row of a newer block stays a stub (whole rows: %s)', (wholeRows) => {
    const body = patchBody(fields, { ...base, layout }, [change], 'en', { wholeRows })
    expect(body['layout']).toEqual([
      { id: 'h', blockType: 'hero', heading: 'South' },
      { id: 'q', blockType: 'quote' },
    ])
  })

  it('F81 SY13 a newer block that only moved, or is named by an edit, stays a stub', () => {
    const moved = rows('layout', ['h', 'q'], ['q', 'h'])
    const inside = { kind: 'set' as const, locale: 'en', path: 'layout.q.text', from: 'Words', to: 'Mine' }
    expect(patchBody(fields, { ...base, layout }, [moved, inside], 'en')).toEqual({
      layout: [
        { id: 'q', blockType: 'quote' },
        { id: 'h', blockType: 'hero' },
      ],
    })
  })

  it('F81 SY13 a new row of a newer block does not leave, alone or in another row', () => {
    const copy = { ...newer, id: 'q2' }
    const added = rows('layout', ['h', 'q'], ['h', 'q', 'q2'], { q2: copy })
    expect(patchBody(fields, { ...base, layout }, [added], 'en')).toEqual({
      layout: [
        { id: 'h', blockType: 'hero' },
        { id: 'q', blockType: 'quote' },
      ],
    })
    expect(createBody(fields, { layout: [copy] }, 'en')).toEqual({ layout: [] })
  })

  it('F81 SY13 a newer field stays on the server, in rows that are sent whole and in new ones', () => {
    const items = [{ id: 'a', label: { en: 'Berth' }, qty: 2, note: { en: 'x', de: 'y' } }]
    const edit = { kind: 'set' as const, locale: null, path: 'items.a.qty', from: 2, to: 3 }
    const sent = [{ id: 'a', label: 'Berth', qty: 3 }]
    expect(patchBody(fields, { items }, [edit], 'en', { wholeRows: true })).toEqual({ items: sent })
    const added = rows('items', [], ['a'], { a: { ...items[0], qty: 3 } })
    expect(patchBody(fields, { items: [] }, [added], 'en')).toEqual({ items: sent })
    const created = { title: { en: 'T' }, subtitle: { en: 'S', de: 'U' }, items }
    expect(createBody(fields, created, 'en')).toEqual({ title: 'T', items: [{ ...sent[0], qty: 2 }] })
  })

  it('F81 SY13 an edit of a field that the schema does not have names nothing', () => {
    const edit = { kind: 'set' as const, locale: null, path: 'subtitle', from: null, to: 'S' }
    expect(patchBody(fields, { subtitle: { en: 'S', de: 'U' } }, [edit], 'en')).toEqual({})
  })
})
