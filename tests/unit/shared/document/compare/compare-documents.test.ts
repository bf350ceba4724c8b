import { describe, expect, it } from 'vitest'
import type { Field } from '../../../../../shared/cms/schema-model.ts'
import { compareDocuments } from '../../../../../shared/document/compare/compare-documents.ts'
import {
  onlyModified,
  type ComparedPart,
  type ComparedRow,
} from '../../../../../shared/document/compare/compared.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import {
  array,
  block,
  blocks,
  collapsible,
  group,
  join,
  json,
  number,
  relation,
  richText,
  row,
  tab,
  tabs,
  text,
} from '../../build-fields.ts'

const sites = { all: ['en', 'de'], shown: ['en', 'de'] }

/** Returns each part as a line: kind, path and number of differing fields; its content below. */
function lines(parts: readonly (ComparedPart | ComparedRow)[], depth = 0): string[] {
  return parts.flatMap((part) => {
    const at = `${'  '.repeat(depth)}${part.kind === 'row' ? rowWords(part) : `${part.kind} ${part.path}`}`
    const where = part.locale === null ? '' : ` ${part.locale}`
    if (part.kind === 'value') {
      const sign = part.changed === 0 ? '=' : '>'
      const strange = part.field === null ? ' ?' : ''
      return [`${at}${where}${strange} ${JSON.stringify(part.before)} ${sign} ${JSON.stringify(part.after)}`]
    }
    const inside = part.kind === 'rows' ? part.rows : part.parts
    return [`${at}${where} ${part.changed}`, ...lines(inside, depth + 1)]
  })
}

function rowWords({ was, is, isMoved, block: one, blockType }: ComparedRow): string {
  const type = blockType === null ? '' : ` ${one?.slug ?? `no ${blockType}`}`
  return `row ${was ?? '-'} ${is ?? '-'}${type}${isMoved ? ' moved' : ''}`
}

const compare = (
  fields: Field[],
  before: JsonObject,
  after: JsonObject,
  mayRead: (names: string) => boolean = () => true,
) => lines(compareDocuments({ fields, locales: sites, mayRead }, before, after))
const modified = (fields: Field[], before: JsonObject, after: JsonObject) =>
  lines(onlyModified(compareDocuments({ fields, locales: sites, mayRead: () => true }, before, after)))

describe('rows of two documents', () => {
  const hero = block('hero', [text('heading', { localized: true })])
  const quote = block('quote', [text('words'), array('sources', [text('name')])])
  const layout = [blocks('layout', [hero, quote])]
  const a = { blockType: 'hero', id: 'a', heading: { en: 'One', de: 'Eins' } }
  const b = {
    blockType: 'quote',
    id: 'b',
    words: 'Two',
    sources: [
      { id: 's', name: 'X' },
      { id: 't', name: 'Y' },
    ],
  }
  const c = { blockType: 'hero', id: 'c', heading: { en: 'Three' } }

  it('blocks that were put into another order are moved, and nothing in them differs', () => {
    expect(modified(layout, { layout: [a, b, c] }, { layout: [c, a, b] })).toEqual([
      'rows layout 1',
      '  row 3 1 hero moved 1',
    ])
  })

  it('a block that moved and was edited is one row with its edit, the others keep their numbers', () => {
    const edited = { ...c, heading: { en: 'Three', de: 'Drei' } }
    expect(modified(layout, { layout: [a, b, c] }, { layout: [edited, a, b] })).toEqual([
      'rows layout 1',
      '  row 3 1 hero moved 1',
      '    value layout.c.heading de null > "Drei"',
    ])
  })

  it('rows within blocks are compared by their ids, also where both moved', () => {
    const swapped = {
      ...b,
      sources: [
        { id: 't', name: 'Y' },
        { id: 's', name: 'Z' },
      ],
    }
    expect(modified(layout, { layout: [a, b] }, { layout: [swapped, a] })).toEqual([
      'rows layout 2',
      '  row 2 1 quote moved 2',
      '    rows layout.b.sources 2',
      '      row 2 1 moved 1',
      '      row 1 2 1',
      '        value layout.b.sources.s.name "X" > "Z"',
    ])
  })

  it('a row that was removed stands behind the one that it stood behind, one that was added where it is', () => {
    const added = { blockType: 'hero', id: 'd', heading: { en: 'New' } }
    expect(compare(layout, { layout: [a, b, c] }, { layout: [added, a, c] })).toEqual([
      'rows layout 4',
      '  row - 1 hero 1',
      '    value layout.d.heading en null > "New"',
      '    value layout.d.heading de null = null',
      '  row 1 2 hero 0',
      '    value layout.a.heading en "One" = "One"',
      '    value layout.a.heading de "Eins" = "Eins"',
      '  row 2 - quote 3',
      '    value layout.b.words "Two" > null',
      '    rows layout.b.sources 2',
      '      row 1 - 1',
      '        value layout.b.sources.s.name "X" > null',
      '      row 2 - 1',
      '        value layout.b.sources.t.name "Y" > null',
      '  row 3 3 hero 0',
      '    value layout.c.heading en "Three" = "Three"',
      '    value layout.c.heading de null = null',
    ])
  })

  it('another block under the same id is another row', () => {
    const other = { blockType: 'quote', id: 'a', words: 'Quoted' }
    expect(modified(layout, { layout: [a] }, { layout: [other] })).toEqual([
      'rows layout 3',
      '  row 1 - hero 2',
      '    value layout.a.heading en "One" > null',
      '    value layout.a.heading de "Eins" > null',
      '  row - 1 quote 1',
      '    value layout.a.words null > "Quoted"',
    ])
  })

  it('rows without an id, and a second one with the same, are compared by their order', () => {
    const list = [array('list', [text('name')])]
    const before = { list: [{ name: 'A' }, { id: 'x', name: 'B' }, { id: 'x', name: 'C' }] }
    const after = { list: [{ name: 'A' }, { id: 'x', name: 'B' }, { id: 'x', name: 'D' }, { name: 'E' }] }
    expect(modified(list, before, after)).toEqual([
      'rows list 2',
      '  row 3 3 1',
      '    value list.name "C" > "D"',
      '  row - 4 1',
      '    value list.name null > "E"',
    ])
  })

  it('the name that an editor gave a block is one of its fields, its id is none', () => {
    const before = { layout: [{ ...a, blockName: 'Top' }] }
    expect(modified(layout, before, { layout: [{ ...a, blockName: 'Head' }] })).toEqual([
      'rows layout 1',
      '  row 1 1 hero 1',
      '    value layout.a.blockName ? "Top" > "Head"',
    ])
  })
})

describe('what is localized', () => {
  it('is compared in each locale, also rows and blocks that one of them does not have', () => {
    const fields = [
      array('words', [text('word')], { localized: true }),
      blocks('parts', [block('note', [text('note')])], { localized: true }),
    ]
    const before = { words: { en: [{ id: 'a', word: 'tree' }] }, parts: { en: null } }
    const after = {
      words: { en: [{ id: 'a', word: 'pine' }], de: [{ id: 'b', word: 'Kiefer' }] },
      parts: { de: [{ id: 'n', blockType: 'note', note: 'Neu' }] },
    }
    expect(compare(fields, before, after)).toEqual([
      'rows words en 1',
      '  row 1 1 en 1',
      '    value words.a.word en "tree" > "pine"',
      'rows words de 1',
      '  row - 1 de 1',
      '    value words.b.word de null > "Kiefer"',
      'rows parts en 0',
      'rows parts de 1',
      '  row - 1 note de 1',
      '    value parts.n.note de null > "Neu"',
    ])
  })

  it('S2.38 (per locale) a tab with a value for each locale is there once for each', () => {
    const fields = [tabs(tab('meta', [text('title')], true), tab(null, [text('plain')]))]
    expect(
      compare(fields, { meta: { en: { title: 'A' } } }, { meta: { en: { title: 'B' } }, plain: 'p' }),
    ).toEqual([
      'group meta en 1',
      '  value meta.title en "A" > "B"',
      'group meta de 0',
      '  value meta.title de null = null',
      'group  1',
      '  value plain null > "p"',
    ])
  })

  it('a value from before the field was localized, and one of a locale that is gone, are shown too', () => {
    const fields = [text('title', { localized: true })]
    expect(modified(fields, { title: 'Plain' }, { title: { en: 'English', it: 'Italiano' } })).toEqual([
      'value title en null > "English"',
      'value title "Plain" > null',
      'value title it null > "Italiano"',
    ])
  })

  it('a text that all locales share is one, unless what is in it is localized', () => {
    const fields = [richText('body', { innerLocales: ['en', 'de'] })]
    const shared = {
      root: { children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Shared' }] }] },
    }
    expect(compare(fields, {}, { body: shared })).toHaveLength(1)
    const caption = {
      root: { children: [{ type: 'upload', fields: { caption: { en: 'A tree', de: 'Ein Baum' } } }] },
    }
    const [en, de] = compare(fields, {}, { body: caption })
    expect(en).toMatch(/^value body en .*A tree/)
    expect(de).toMatch(/^value body de .*Ein Baum/)
  })
})

describe('a version of another schema', () => {
  it('S3.11 (comparison) S3.10 (comparison) what is hidden, disabled, only shown or worked out is left out', () => {
    const fields: Field[] = [
      text('hidden', { hidden: true }),
      text('disabled', { disabled: true }),
      join('posts'),
      group('id', [text('inside')]),
      text('shown'),
    ]
    const values = (value: string) => ({
      hidden: value,
      disabled: value,
      posts: { docs: [] },
      shown: value,
      id: value,
    })
    expect(modified(fields, values('a'), values('b'))).toEqual(['value shown "a" > "b"'])
  })

  it('a field that the schema does not have comes last at its level, with all that it holds', () => {
    const fields = [group('meta', [text('title')])]
    const before = { old: { a: 1 }, meta: { title: 'T', gone: 'x' }, updatedAt: '1', _status: 'draft', id: 1 }
    const after = {
      meta: { title: 'T' },
      tongue: { en: 'E', de: 'D' },
      updatedAt: '2',
      _status: 'published',
      id: 2,
    }
    expect(compare(fields, before, after)).toEqual([
      'group meta 1',
      '  value meta.title "T" = "T"',
      '  value meta.gone ? "x" > null',
      'value old ? {"a":1} > null',
      'value tongue en ? null > "E"',
      'value tongue de ? null > "D"',
    ])
  })

  it('a list with nothing in it differs neither from none nor from what never was, also in each locale', () => {
    const fields = [
      text('tags', { hasMany: true }),
      text('words', { hasMany: true, localized: true }),
      relation('authors', { hasMany: true }),
      array('list', [number('counts', { hasMany: true })]),
    ]
    const empty = { tags: [], words: { en: [], de: null }, authors: [], list: [{ id: 'a', counts: [] }] }
    expect(modified(fields, { list: [{ id: 'a' }] }, empty)).toEqual([])
    expect(modified(fields, empty, { tags: null, list: [{ id: 'a', counts: null }] })).toEqual([])
    expect(modified(fields, { gone: [] }, {})).toEqual([])
    // In a JSON field, null and an empty list differ.
    expect(modified([json('data')], { data: [] }, { data: null })).toEqual(['value data [] > null'])
    // A value in one of them counts.
    expect(modified(fields, { tags: [] }, { tags: ['a'] })).toEqual(['value tags [] > ["a"]'])
    expect(modified([text('tags', { hasMany: true })], {}, { tags: [''] })).toEqual([
      'value tags null > [""]',
    ])
  })

  it('a field of another type is shown whole, whatever it is now', () => {
    const fields = [group('meta', [text('title')]), array('list', [text('name')]), number('count')]
    const before = { meta: 'was a text', list: { was: 'a group' }, count: 'many' }
    const after = { meta: { title: 'T' }, list: [{ id: 'a', name: 'A' }], count: 3 }
    expect(compare(fields, before, after)).toEqual([
      'value meta ? "was a text" > {"title":"T"}',
      'value list ? {"was":"a group"} > [{"id":"a","name":"A"}]',
      'value count "many" > 3',
    ])
  })

  it('S8.09 (compared) a block that is gone is a row of its kind, with all that it holds', () => {
    const fields = [blocks('layout', [block('hero', [text('heading')])])]
    const gone = { blockType: 'carousel', id: 'c', speed: 3 }
    expect(compare(fields, { layout: [gone] }, { layout: [{ ...gone, speed: 4 }] })).toEqual([
      'rows layout 1',
      '  row 1 1 no carousel 1',
      '    value layout.c.speed ? 3 > 4',
    ])
  })

  it('rows that are none do not end it', () => {
    const fields = [array('list', [text('name')])]
    expect(modified(fields, { list: ['odd', null] }, { list: [7, { id: 'a', name: 'A' }] })).toEqual([
      'rows list 3',
      '  row 1 1 1',
      '    value list ? "odd" > 7',
      '  row 2 - 1',
      '  row - 2 1',
      '    value list.a.name null > "A"',
    ])
  })
})

describe('what may not be read', () => {
  it('S5.28 (comparison) is left out, wherever it is', () => {
    const fields = [
      text('title'),
      group('meta', [text('secret'), text('open')]),
      blocks('layout', [block('hero', [text('secret'), text('open')])]),
    ]
    const data = (value: string) => ({
      title: value,
      meta: { secret: value, open: value },
      layout: [{ id: 'a', blockType: 'hero', secret: value, open: value }],
    })
    const denied = new Set(['title', 'meta.secret', 'layout.hero.secret'])
    expect(compare(fields, data('a'), data('b'), (names) => !denied.has(names))).toEqual([
      'group meta 1',
      '  value meta.open "a" > "b"',
      'rows layout 1',
      '  row 1 1 hero 1',
      '    value layout.a.open "a" > "b"',
    ])
  })
})

describe('what holds fields together', () => {
  it('S3.03 (comparison) S3.06 (comparison) groups and tabs with and without a name count what is in them; rows are none', () => {
    const fields = [
      row([text('a'), text('b')]),
      collapsible([text('c')], { label: 'More', schemaPath: 'c' }),
      group(null, [text('d')]),
      tabs(tab(null, [text('e')]), tab('f', [text('g', { localized: true })])),
    ]
    const before = { a: '1', b: '1', c: '1', d: '1', e: '1', f: { g: { en: '1', de: '1' } } }
    const after = { a: '1', b: '2', c: '2', d: '2', e: '1', f: { g: { en: '2', de: '2' } } }
    expect(modified(fields, before, after)).toEqual([
      'value b "1" > "2"',
      'group  1',
      '  value c "1" > "2"',
      'group  1',
      '  value d "1" > "2"',
      'group f 2',
      '  value f.g en "1" > "2"',
      '  value f.g de "1" > "2"',
    ])
  })
})
