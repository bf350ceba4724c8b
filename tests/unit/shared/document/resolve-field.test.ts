import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DataNode } from '../../../../shared/cms/fields.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { cellLocale, fieldNodeAt } from '../../../../shared/document/path.ts'
import { containerPath, resolveField } from '../../../../shared/document/resolve-field.ts'
import type { ResolvedField } from '../../../../shared/document/resolve-field.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { array, block, blocks, collapsible, group, row, tab, tabs, text } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { allPlaces, Dice, dice, places, randomDocument } from '../random-documents.ts'
import { tries } from '../../../support/tries.ts'

const fields: Field[] = [
  text('title', { localized: true }),
  collapsible(
    [
      row([text('inRow')]),
      tabs(
        tab(null, [text('first')]),
        tab('seo', [text('description', { localized: true }), collapsible([text('deep')])], true),
      ),
    ],
    { schemaPath: 'posts._index-1' },
  ),
  group('settings', [text('color'), text('secret', { hidden: true })], true),
  { ...group('locked', [text('note'), array('lines', [text('line')])]), readOnly: true, hasCondition: true },
  { ...group('gone', [text('inside')]), disabled: true },
  blocks('layout', [block('hero', [text('heading'), group(null, [text('sub')])])]),
  array('items', [array('subs', [text('name', { localized: true })])]),
]
const data: JsonObject = {
  layout: [
    { id: 'h', blockType: 'hero', heading: 'x' },
    { id: 'u', blockType: 'unheard', heading: 'y' },
  ],
  items: [{ id: 'a', subs: [{ id: 's' }] }],
  locked: { lines: [{ id: 'l' }] },
}
/** The server's path of a field: the parser's own, which in a block of the whole site begins at the block. */
function serverPath(lists: readonly (DataNode | null)[], field: DataNode): string {
  let used = ''
  let path = ''
  for (const node of [...lists, field]) {
    const defined = node?.schemaPath ?? ''
    path = defined.startsWith('block:') ? `${used}.${defined.slice('block:'.length)}` : defined
    if (node?.type === 'blocks') used = path
  }
  return path
}
const at = (path: string, locale: string | null = 'en'): ResolvedField | null =>
  resolveField(fields, data, path, locale, 'posts')

describe('the field at a path', () => {
  it.each([
    ['title', 'posts.title'],
    ['inRow', 'posts._index-1-0.inRow'],
    ['first', 'posts._index-1-1-0.first'],
    ['seo.description', 'posts._index-1-1.seo.description'],
    ['seo.deep', 'posts._index-1-1.seo._index-1.deep'],
    ['settings.color', 'posts.settings.color'],
    ['layout', 'posts.layout'],
    ['layout.h.heading', 'posts.layout.hero.heading'],
    ['layout.h.sub', 'posts.layout.hero._index-1.sub'],
    ['items.a.subs', 'posts.items.subs'],
    ['items.a.subs.s.name', 'posts.items.subs.name'],
  ])('DM8 %s is found with its place in the schema, %s', (path, schemaPath) => {
    expect(at(path)).toMatchObject({ path, schemaPath, field: { name: path.split('.').at(-1) } })
  })

  it.each(['', 'nothing', 'settings', 'items.a', 'items.zz.subs', 'layout.u.heading', 'title.deep', 'gone'])(
    'DM8 there is none at "%s"',
    (path) => {
      expect(at(path)).toBeNull()
    },
  )

  it('DM8 tells the containers around it, from the outside in', () => {
    expect(at('seo.deep')?.containers).toEqual([
      { type: 'collapsible', path: '_index-1', part: '' },
      { type: 'tabs', path: '_index-1-1', part: '1' },
      { type: 'collapsible', path: 'seo._index-1', part: '' },
    ])
    expect(at('items.a.subs.s.name')?.containers).toEqual([
      { type: 'rows', path: 'items', part: 'a' },
      { type: 'rows', path: 'items.a.subs', part: 's' },
    ])
    expect(containerPath('', { schemaPath: 'posts._index-1' })).toBe('_index-1')
    expect(containerPath('seo', { schemaPath: 'posts._index-1-1.seo._index-1' })).toBe('seo._index-1')
  })

  it('DM8 has from what is around it that it is localized, hidden, read only or has a condition', () => {
    expect(at('settings.color')).toMatchObject({ localized: true, hidden: false })
    expect(at('settings.secret')).toMatchObject({ localized: true, hidden: true })
    expect(at('gone.inside')).toMatchObject({ hidden: true, localized: false })
    expect(at('locked.lines.l.line')).toMatchObject({ readOnly: true, hasCondition: true, localized: false })
    expect(at('items.a.subs.s.name')?.localized).toBe(true)
    expect(at('items.a.subs')?.localized).toBe(false)
  })

  it('DM8 of every field says rightly whether it is localized, through whatever it lies in', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, fc.constantFrom('en', 'fr'), (all, locale) => {
        for (const { path, node } of places(all.fields, all.base, locale)) {
          const found = resolveField(all.fields, all.base, path, locale)
          expect(found?.field).toBe(node)
          const isLocalized = cellLocale(all.fields, all.base, path, locale) !== null
          expect([path, found?.localized]).toEqual([path, isLocalized])
        }
        expect(resolveField(all.fields, all.base, 'nothing', locale)).toBeNull()
      }),
      tries(200),
    )
  })

  it('DM8 has the schema path that the server gives it, on a whole site', () => {
    const answer: unknown = JSON.parse(
      readFileSync(new URL('../fixtures/site-config.json', import.meta.url), 'utf8'),
    )
    const site = parseSiteConfig(fieldTypes, answer)
    if (!site.ok) throw new Error(site.reason.code)
    const seen = new Set<string>()
    fc.assert(
      fc.property(dice, (rolls) => {
        for (const { slug, fields: all } of site.schema.collections) {
          const document = randomDocument(all, new Dice(rolls, 'r'))
          for (const { path, locale } of allPlaces(all, document)) {
            const found = resolveField(all, document, path, locale, slug)
            if (found === null) throw new Error(`nothing at ${path}`)
            const lists = found.containers
              .filter(({ type }) => type === 'rows')
              .map((one) => fieldNodeAt(all, document, one.path, locale))
            expect([path, found.schemaPath]).toEqual([path, serverPath(lists, found.field)])
            seen.add(found.schemaPath)
          }
        }
      }),
      tries(15),
    )
    expect(seen.size).toBeGreaterThan(100)
  })
})
