import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { initialData } from '../../../../shared/document/defaults.ts'
import { pageCount, pagination, rangeLabel } from '../../../../shared/document/range-label.ts'
import { newRowId } from '../../../../shared/document/row-index.ts'
import { asStored, documentTitle } from '../../../../shared/document/title.ts'
import type { LabelledVersion } from '../../../../shared/document/version-label.ts'
import { versionLabel } from '../../../../shared/document/version-label.ts'
import type { Json } from '../../../../shared/json.ts'
import {
  array,
  blocks,
  block,
  collection,
  date as buildDate,
  group,
  number,
  richText,
  relation,
  text,
} from '../build-fields.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

const version = (
  id: string,
  at: number,
  status: 'draft' | 'published',
  publishedLocale: string | null = null,
): LabelledVersion => ({
  id,
  updatedAt: new Date(at * 1000).toISOString(),
  status,
  publishedLocale,
})

describe('labels of versions', () => {
  const published = version('p', 20, 'published')
  const draft = version('d', 30, 'draft')
  const label = (item: LabelledVersion, more: Partial<Parameters<typeof versionLabel>[0]> = {}) =>
    versionLabel({ version: item, latestDraft: draft, currentlyPublished: published, ...more })

  it('S4.01 (part) a draft older than what is published is a draft', () => {
    const old = version('o', 10, 'draft')
    expect(label(old, { latestDraft: old })).toEqual({ key: 'draft', pill: 'light' })
  })
  it('S4.02 (part) S4.03 (part) the latest draft is the current one, any other is a draft', () => {
    expect(label(draft)).toEqual({ key: 'currentDraft', pill: 'light' })
    expect(label(version('x', 25, 'draft')).key).toBe('draft')
    expect(label(draft, { currentlyPublished: null }).key).toBe('currentDraft')
  })
  it('S4.04 (part) S4.05 (part) only the version that is published now stands out', () => {
    expect(label(published)).toEqual({ key: 'currentlyPublished', pill: 'success' })
    expect(label(version('q', 5, 'published'))).toEqual({ key: 'previouslyPublished', pill: 'light' })
  })
  it('S4.04 (part) what was published in another locale is a current draft to its viewer', () => {
    expect(label(version('p', 20, 'published', 'de'), { locale: 'en' }).key).toBe('currentDraft')
    expect(label(version('p', 20, 'published', 'de'), { locale: 'de' }).key).toBe('currentlyPublished')
  })
})

describe('ranges and pages', () => {
  it.each([
    [2, 10, 25, { from: 11, to: 20, total: 25 }],
    [3, 10, 25, { from: 21, to: 25, total: 25 }],
    [1, 10, 4, { from: 1, to: 4, total: 4 }],
    [1, 10, 0, null],
    [1, 0, 7, { from: 1, to: 7, total: 7 }],
    [9, 10, 25, { from: 21, to: 25, total: 25 }],
  ])('S2.44 (part) page %i of %i per page and %i documents', (page, limit, totalDocs, range) => {
    expect(rangeLabel({ page, limit, totalDocs })).toEqual(range)
  })

  const show = (page: number, pages: number): string =>
    (pagination({ page, limit: 10, totalDocs: pages * 10 })?.items ?? [])
      .map((item) => (item.type === 'separator' ? '…' : item.current ? `[${item.page}]` : `${item.page}`))
      .join(' ')

  it('S2.43 (part) one neighbour, first and last page, separators over gaps', () => {
    expect(show(1, 1)).toBe('')
    expect(show(1, 2)).toBe('[1] 2')
    expect(show(5, 9)).toBe('1 … 4 [5] 6 … 9')
    expect(show(3, 9)).toBe('1 2 [3] 4 … 9')
    expect(show(9, 9)).toBe('1 … 8 [9]')
  })

  it('S2.43 (part) always has first, last and current page, each once and in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 60 }), fc.integer({ min: 2, max: 50 }), (page, pages) => {
        const model = pagination({ page, limit: 5, totalDocs: pages * 5 })
        const numbers = (model?.items ?? []).flatMap((item) => (item.type === 'page' ? [item.page] : []))
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pages])
        expect(pageCount({ limit: 5, totalDocs: pages * 5 })).toBe(pages)
      }),
    )
  })
})

describe('titles', () => {
  const ref: DocRef = { kind: 'collection', slug: 'posts', id: '12' }
  const title = (
    field: Parameters<typeof collection>[0][number],
    value: Json,
    more: Partial<Parameters<typeof documentTitle>[1]> = {},
  ) =>
    documentTitle(fieldTypes, {
      collection: collection([field]),
      data: { title: value },
      locale: 'en',
      ref,
      untitled: '[Untitled]',
      words: asStored,
      ...more,
    })

  it('S2.36 (part) the title, else the id, else untitled', () => {
    expect(title(text('title'), 'Night train')).toBe('Night train')
    expect(title(text('title'), '  ')).toBe('12')
    expect(title(text('title'), null, { ref: { ...ref, id: 'tmp_1' } })).toBe('[Untitled]')
    expect(title(number('title'), 0)).toBe('0')
  })
  it('S2.36 (part) in its locale, else in the fallback', () => {
    const value = { de: 'Nachtzug' }
    expect(title(text('title', { localized: true }), value)).toBe('12')
    expect(title(text('title', { localized: true }), value, { fallbacks: ['fr', 'de'] })).toBe('Nachtzug')
  })
  it('S2.36 (part) dates are formatted, relationships are their ids, rich text is its first node', () => {
    const date = buildDate('title', { appearance: 'dayOnly' })
    const words = {
      label: () => '',
      formatDate: (iso: string) => `on ${iso.slice(0, 10)}`,
      formatNumber: (value: number) => `${value} pieces`,
    }
    expect(title(date, '2026-01-02T00:00:00.000Z', { words })).toBe('on 2026-01-02')
    expect(title(number('title'), 4, { words })).toBe('4 pieces')
    expect(title(relation('title', { hasMany: true }), [4, { relationTo: 'posts', value: 5 }])).toBe('4, 5')
    const rich = {
      root: {
        children: [
          { type: 'paragraph', children: [{ text: 'Go ' }, { text: 'north' }] },
          { children: [{ text: 'no' }] },
        ],
      },
    }
    expect(title(richText('title'), rich)).toBe('Go north')
  })
})

describe('new documents', () => {
  it('SY8 have their static defaults, in the locale, with new row ids', () => {
    let count = 0
    const fields = [
      text('title', { localized: true, defaultValue: 'New' }),
      text('empty'),
      group('meta', [number('score', { defaultValue: 0 })]),
      group('bare', [text('x')]),
      array('items', [text('label', { localized: true }), number('qty', { defaultValue: 1 })], {
        defaultValue: [{ label: 'a' }, 7],
      }),
      blocks('layout', [block('hero', [text('size', { defaultValue: 'tall' })])], {
        defaultValue: [{ blockType: 'hero' }, { blockType: 'unknown' }],
      }),
    ]
    expect(initialData(fieldTypes, fields, 'de', () => `id${(count += 1)}`)).toEqual({
      title: { de: 'New' },
      meta: { score: 0 },
      items: [{ id: 'id1', label: { de: 'a' }, qty: 1 }],
      layout: [{ id: 'id2', blockType: 'hero', size: 'tall' }],
    })
  })

  it('S3.12 (part) row ids are 24 hex digits, and not the same twice', () => {
    const ids = Array.from({ length: 1000 }, () => newRowId())
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
    expect(new Set(ids).size).toBe(1000)
    expect(newRowId(() => 0)).toBe('0'.repeat(24))
  })
})
