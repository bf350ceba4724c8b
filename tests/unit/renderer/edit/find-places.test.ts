import { describe, expect, it } from 'vitest'
import { createFormState } from '../../../../renderer/form/form-state.ts'
import { findPlaces, keyOfPlace } from '../../../../renderer/screens/edit/find/find-places.ts'
import { inSlices } from '../../../../renderer/data/frames.ts'
import type { Field, LocalizedText, RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { RelatedRef } from '../../../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import {
  array,
  collapsible,
  block,
  blocks,
  checkbox,
  group,
  relation,
  richText,
  select,
  tab,
  tabs,
  text,
} from '../../shared/build-fields.ts'
import {
  block as blockNode,
  paragraph,
  rich,
  text as run,
  upload,
} from '../../shared/rich-text/build-nodes.ts'
import { emptyEditor } from '../richtext/support/site-editor.ts'

const label = (words: LocalizedText | null) => (typeof words === 'string' ? words : '')

function read(fields: Field[], data: JsonObject, mayRead: (path: string) => boolean = () => true) {
  const form = createFormState({ fields, types: fieldTypes, locale: 'en', data })
  const refs: RelatedRef[] = []
  const places = findPlaces({
    form,
    data,
    scope: { mayRead, placeOf: (field) => field.position },
    texts: {
      label,
      formatDate: (iso) => iso,
      formatNumber: String,
      nameOf: (slug, id) => `${slug} number ${id}`,
    },
    onRefs: (more) => refs.push(...more),
    isShownInNode: (_text, _id, path) => path !== 'secret',
  })
  return { places: [...places], refs }
}

const values = (fields: Field[], data: JsonObject) =>
  read(fields, data).places.flatMap(({ part, text: words }) => (part === 'value' ? [words] : []))

describe('what can be read in a document', () => {
  it('is its labels and values in the order of the screen, in its locale', () => {
    const fields = [
      text('note', { label: 'Note', position: 'sidebar' }),
      text('title', { label: 'Title', localized: true }),
      text('slug'),
    ]
    const { places } = read(fields, { title: { en: 'Kiruna', de: 'Nirgends' }, slug: 'kiruna', note: 'Soon' })
    expect(places.map(({ at, part, text: words }) => [at, part, words])).toEqual([
      ['title', 'label', 'Title'],
      ['title', 'value', 'Kiruna'],
      ['slug', 'label', 'slug'],
      ['slug', 'value', 'kiruna'],
      ['note', 'label', 'Note'],
      ['note', 'value', 'Soon'],
    ])
  })

  it('is the words on the screen: labels of options, titles of documents, rich text as text, no ticks', () => {
    const fields = [
      select('kind', ['a', 'b'], {
        options: [
          { value: 'a', label: 'First kind' },
          { value: 'b', label: 'Second kind' },
        ],
      }),
      relation('place', { relationTo: ['places'] }),
      richText('body'),
      checkbox('featured'),
    ]
    const body = {
      root: {
        type: 'root',
        children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Far north' }] }],
      },
    }
    const data = { kind: 'b', place: 3, body, featured: true }
    expect(values(fields, data)).toEqual(['Second kind', 'places number 3', 'Far north'])
    expect(read(fields, data).refs).toEqual([{ slug: 'places', id: '3' }])
  })

  it('is also what lies in rows, groups, boxes and tabs, with the field that opens them', () => {
    const fields: Field[] = [
      tabs(
        { ...tab(null, [text('first')]), label: 'One' },
        {
          ...tab(null, [
            collapsible([{ ...group('meta', [text('inside')]), label: 'Meta', schemaPath: 'meta' }], {
              label: 'More',
              initCollapsed: true,
              schemaPath: '_index-0',
            }),
          ]),
          label: 'Two',
        },
      ),
      array('stops', [text('name')], { label: 'Stops' }),
      blocks('layout', [{ ...block('hero', [text('heading')]), labels: { singular: 'Hero', plural: '' } }]),
    ]
    const { places } = read(fields, {
      meta: { inside: 'x' },
      stops: [{ id: 'r1', name: 'Abisko' }],
      layout: [{ id: 'b1', blockType: 'hero', blockName: 'Top of the page', heading: 'Welcome' }],
    })
    const shown = places.map(({ path, part, text: words }) => `${path} ${part}: ${words}`)
    expect(shown).toEqual([
      'first label: One',
      'first label: first',
      'meta.inside label: Two',
      'meta.inside label: More',
      'meta.inside label: Meta',
      'meta.inside label: inside',
      'meta.inside value: x',
      'stops label: Stops',
      'stops.r1.name label: name',
      'stops.r1.name value: Abisko',
      'layout label: layout',
      'layout.b1 label: Hero',
      'layout.b1 value: Top of the page',
      'layout.b1.heading label: heading',
      'layout.b1.heading value: Welcome',
    ])
  })

  it('has a key for each text, also for the type and the name of a block', () => {
    const fields = [blocks('layout', [block('quote', [text('words')])])]
    const data = { layout: [{ id: 'b1', blockType: 'quote', blockName: 'Quote 1', words: 'One' }] }
    const keys = read(fields, data).places.map(keyOfPlace)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is nothing that is not on the screen: hidden, not to be read, hidden by a condition', () => {
    const fields = [text('a', { hidden: true }), text('b'), text('c', { hasCondition: true })]
    const form = createFormState({
      fields,
      types: fieldTypes,
      locale: 'en',
      data: { a: '1', b: '2', c: '3' },
    })
    form.setOverlay(new Map([['c', { visible: false, error: null, choices: null, filters: null }]]))
    const places = findPlaces({
      form,
      data: form.data(),
      scope: { mayRead: (path) => path !== 'b', placeOf: () => 'main' },
      texts: { label, formatDate: (iso) => iso, formatNumber: String, nameOf: () => null },
      onRefs: () => undefined,
      isShownInNode: () => true,
    })
    expect([...places]).toEqual([])
  })

  it('is what is in the fields of the blocks, inline blocks and uploads of a rich text, also of one in a block', () => {
    const inner: RichTextEditor = {
      ...emptyEditor,
      blocks: [block('tip', [text('hint', { label: 'Hint' })])],
    }
    const editor: RichTextEditor = {
      ...emptyEditor,
      blocks: [
        block('notice', [
          array('steps', [text('step', { label: 'Step' })], { label: 'Steps' }),
          richText('more', { label: 'More', editor: inner }),
          text('secret', { hasCondition: true }),
        ]),
      ],
      inlineBlocks: [block('fare', [text('amount', { label: 'Amount' })])],
      upload: { collections: ['media'], fields: { media: [text('caption', { label: 'Caption' })] } },
    }
    const tip = blockNode('t1', { blockType: 'tip', hint: 'Warm' })
    const notice = blockNode('n1', {
      blockType: 'notice',
      blockName: 'Packing',
      steps: [{ id: 's1', step: 'Coat' }],
      more: rich(paragraph('Boots'), tip),
      secret: 'Hidden',
    })
    const fare = {
      type: 'inlineBlock',
      version: 1,
      fields: { id: 'f1', blockType: 'fare', amount: 'Twelve' },
    }
    const body = rich(paragraph([run('It costs '), fare]), notice, upload('u1', { caption: 'The quay' }))
    const { places } = read([richText('body', { label: 'Body', editor })], { body })
    const named = places.map(({ at, inNode, part, text: said }) => {
      const within: string[] = []
      for (let one = inNode; one !== null; one = one.inNode) within.push(one.nodeId, one.at)
      return [[at, ...within].join(' '), part, said]
    })
    expect(named).toEqual([
      ['body', 'label', 'Body'],
      ['body', 'value', 'It costs'],
      ['body f1 amount', 'value', 'Twelve'],
      ['body n1 ', 'label', 'Row'],
      ['body n1 ', 'value', 'Packing'],
      ['body n1 steps', 'label', 'Steps'],
      ['body n1 steps.s1.step', 'label', 'Step'],
      ['body n1 steps.s1.step', 'value', 'Coat'],
      ['body n1 more', 'label', 'More'],
      ['body n1 more', 'value', 'Boots'],
      ['body n1 more t1 ', 'label', 'Row'],
      ['body n1 more t1 hint', 'label', 'Hint'],
      ['body n1 more t1 hint', 'value', 'Warm'],
      ['body u1 caption', 'value', 'The quay'],
    ])
  })

  it('is read in pieces, so that other work comes in between, and is given up when it is asked to be', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: `r${at}`, name: 'word '.repeat(100) }))
    const fields = [array('stops', [text('name')])]
    const form = createFormState({ fields, types: fieldTypes, locale: 'en', data: { stops: rows } })
    const places = () =>
      findPlaces({
        form,
        data: { stops: rows },
        scope: { mayRead: () => true, placeOf: () => 'main' },
        texts: { label, formatDate: (iso) => iso, formatNumber: String, nameOf: () => null },
        onRefs: () => undefined,
        isShownInNode: () => true,
      })
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    const all = await inSlices(places(), new AbortController().signal)
    clearInterval(counting)
    expect(all).toHaveLength(40_001)
    expect(turns).toBeGreaterThan(0)

    const giveUp = new AbortController()
    const never = inSlices(places(), giveUp.signal)
    giveUp.abort()
    expect(await never).toBeNull()
  })
})
