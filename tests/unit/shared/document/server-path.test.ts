import { describe, expect, it } from 'vitest'
import { serverPathToIds } from '../../../../shared/document/server-path.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { block, blocks, richSchema, text } from '../build-fields.ts'

const data: JsonObject = {
  title: { en: 'A' },
  items: [
    { id: 'i1', label: { en: 'One' }, subs: [] },
    { id: 'i2', subs: [{ id: 's1', name: { en: 'Sub' } }] },
  ],
  layout: [
    { id: 'b1', blockType: 'hero' },
    { id: 'b2', blockType: 'list', lines: [{ id: 'l1' }, { id: 'l2' }] },
    { id: 'b3', blockType: 'gone', lines: [{ id: 'l3' }] },
  ],
  words: { en: [{ id: 'w1', forms: [{ id: 'f1' }] }], de: [{ id: 'w9' }] },
  pair: { en: { right: [{ id: 'p1' }] }, de: { right: [{ id: 'p9' }] } },
}
const cell = (path: string, locale: string | null = 'en') => serverPathToIds(richSchema, data, path, locale)

describe('F51 (part) a place that the server names', () => {
  it('F51 (part) has row numbers in place of ids, at any depth and through blocks', () => {
    expect(cell('items.0.qty')).toEqual({ path: 'items.i1.qty', locale: null })
    expect(cell('items.1.subs.0.name')).toEqual({ path: 'items.i2.subs.s1.name', locale: 'en' })
    expect(cell('items.1.at.place')).toEqual({ path: 'items.i2.at.place', locale: 'en' })
    expect(cell('layout.1.lines.1.code')).toEqual({ path: 'layout.b2.lines.l2.code', locale: null })
    expect(cell('layout.0')).toEqual({ path: 'layout.b1', locale: null })
    expect(cell('layout')).toEqual({ path: 'layout', locale: null })
  })

  it('F51 (part) has the locale where a field is localized, and where it is left out', () => {
    for (const path of ['title.en', 'title']) expect(cell(path)).toEqual({ path: 'title', locale: 'en' })
    expect(cell('items.0.label.en')).toEqual({ path: 'items.i1.label', locale: 'en' })
    expect(cell('words.en.0.forms.0.form')).toEqual({ path: 'words.w1.forms.f1.form', locale: 'en' })
    expect(cell('words.0.forms.0.form')).toEqual({ path: 'words.w1.forms.f1.form', locale: 'en' })
    expect(cell('words.de.0.word', 'de')).toEqual({ path: 'words.w9.word', locale: 'de' })
    expect(cell('pair.en.right.0.side')).toEqual({ path: 'pair.right.p1.side', locale: 'en' })
    expect(cell('pair.right.0.side', 'de')).toEqual({ path: 'pair.right.p9.side', locale: 'de' })
    expect(cell('meta.title.en')).toEqual({ path: 'meta.title', locale: 'en' })
    expect(cell('slug', null)).toEqual({ path: 'slug', locale: null })
  })

  it('F51 (part) with ids already in it stays as it is', () => {
    expect(cell('items.i2.subs.s1.name').path).toBe('items.i2.subs.s1.name')
  })

  it('F51 (part) finds a row whose id is a number, and a field that is called like a locale', () => {
    const fields = [blocks('layout', [block('hero', [text('en'), text('size')])])]
    const numbered = { layout: [{ id: 41, blockType: 'hero' }] }
    expect(serverPathToIds(fields, numbered, 'layout.0.en', 'en').path).toBe('layout.41.en')
    expect(serverPathToIds(fields, numbered, 'layout.0.size', 'en').path).toBe('layout.41.size')
  })

  it('F51 (part) that leads nowhere stays as it is', () => {
    for (const path of ['nothing', 'layout.0.nothing', 'slug.0', ''])
      expect(cell(path).path).toBe(path.replace('layout.0', 'layout.b1'))
    expect(cell('items.7.label').path).toBe('items.7.label')
    expect(cell('nothing.0.here')).toEqual({ path: 'nothing.0.here', locale: null })
    expect(cell('layout.2.lines.0.code').path).toBe('layout.b3.lines.0.code')
  })
})
