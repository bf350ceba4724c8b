import { describe, expect, it } from 'vitest'
import { applyChange, applyChanges } from '../../../../shared/document/apply.ts'
import { getValue } from '../../../../shared/document/path.ts'
import { absorbAnswer, projectLocale } from '../../../../shared/document/project.ts'
import { patchBody } from '../../../../shared/document/sparse-body.ts'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import {
  array,
  block as blockOf,
  json,
  number,
  richText,
  text as textField,
  textEditor,
} from '../build-fields.ts'

const fields = [richText('body', { innerLocales: ['en', 'de'] })]
const upload = (caption: Json, more = {}): Json => ({
  type: 'upload',
  id: 'u',
  fields: { ...(caption === null ? {} : { caption }), ...more },
})
const block = (title: Json, rows: Json): Json => ({
  type: 'block',
  fields: { id: 'b', blockType: 'notice', title, rows },
})
const text = { type: 'paragraph', en: 'not a locale', children: [{ text: 'x' }] }
const root = (...children: Json[]): Json => ({ root: { type: 'root', children } })
const data = {
  body: root(
    text,
    upload({ en: 'North', de: 'Nord' }),
    block({ en: 'Tip' }, [{ id: 'r', label: { en: 'l' } }]),
  ),
}

describe('rich text with nodes that have localized fields', () => {
  it('SY6 shows the values of its locale, and nothing else changes', () => {
    expect(projectLocale(fields, data, 'de')).toEqual({
      body: root(text, upload('Nord'), {
        type: 'block',
        fields: { id: 'b', blockType: 'notice', rows: [{ id: 'r' }] },
      }),
    })
  })

  it('SY6 is sent in one locale without the others, and keeps them here', () => {
    const to = root(upload('Norden'), block('Hinweis', [{ id: 'r', label: 'm' }]))
    const changes = [
      { kind: 'set' as const, locale: 'de', path: 'body', from: getValue(fields, data, 'body', 'de'), to },
    ]
    expect(patchBody(fields, data, changes, 'de')).toEqual({ body: to })
    expect(applyChanges(fields, data, changes)).toEqual({
      body: root(
        upload({ en: 'North', de: 'Norden' }),
        block({ en: 'Tip', de: 'Hinweis' }, [{ id: 'r', label: { en: 'l', de: 'm' } }]),
      ),
    })
  })

  it('SY5 an answer in one locale leaves the others, also where it has no value', () => {
    const answer = { body: root(upload(null), { type: 'upload', id: 'new', fields: { caption: 'New' } }) }
    expect(absorbAnswer(fields, data, answer, 'en')).toEqual({
      body: root(upload({ de: 'Nord' }), { type: 'upload', id: 'new', fields: { caption: 'New' } }),
    })
  })

  it('SY5 absorbing what is shown changes nothing', () => {
    for (const locale of ['en', 'de']) {
      expect(absorbAnswer(fields, data, projectLocale(fields, data, locale), locale)).toEqual(data)
    }
  })

  it('SY6 without inner locales it is one piece, to the letter', () => {
    expect(projectLocale([richText('body')], data, 'de')).toEqual(data)
  })
})

describe('nodes that the schema of the site knows', () => {
  const localized = textField('title', { localized: true })
  const notice = blockOf('notice', [
    localized,
    json('prices'),
    array('rows', [textField('label', { localized: true }), number('count')]),
    richText('more', { localized: true }),
  ])
  const known = [
    richText('body', {
      innerLocales: ['en', 'de'],
      editor: textEditor({
        blocks: [notice],
        inlineBlocks: [blockOf('badge', [localized])],
        link: {
          fields: [textField('url'), textField('hint', { localized: true })],
          autoLinks: true,
          keepsAutoLinks: true,
          defaultType: 'custom',
          defaultUrl: '',
        },
        upload: { collections: ['media'], fields: { media: [textField('caption', { localized: true })] } },
      }),
    }),
  ]
  const noticeNode = (id: string, more: JsonObject): Json => ({
    type: 'block',
    fields: { id, blockType: 'notice', ...more },
  })
  const line = (...children: Json[]): Json => ({ type: 'paragraph', children })
  const edit = (under: JsonObject, locale: string, to: Json): JsonObject =>
    applyChange(known, under, {
      kind: 'set',
      locale,
      path: 'body',
      from: getValue(known, under, 'body', locale),
      to,
    })
  const view = (under: JsonObject, locale: string): Json => getValue(known, under, 'body', locale)

  it('SY6 what is written in one locale in a new block, link or upload is nothing in the others yet', () => {
    const more = root(line({ text: 'More' }))
    const link = (inside: JsonObject): Json => ({ type: 'link', id: 'l', fields: { url: '/a', ...inside } })
    const inEnglish = root(
      noticeNode('a', { title: 'Tip', rows: [{ id: 'r', label: 'One', count: 1 }], more }),
      line(link({ hint: 'Way' }), {
        type: 'inlineBlock',
        fields: { id: 'i', blockType: 'badge', title: 'New' },
      }),
      { type: 'upload', id: 'u', relationTo: 'media', value: 1, fields: { caption: 'North' } },
    )
    const made = edit({}, 'en', inEnglish)
    expect(view(made, 'en')).toEqual(inEnglish)
    expect(view(made, 'de')).toEqual(
      root(
        noticeNode('a', { rows: [{ id: 'r', count: 1 }] }),
        line(link({}), { type: 'inlineBlock', fields: { id: 'i', blockType: 'badge' } }),
        { type: 'upload', id: 'u', relationTo: 'media', value: 1, fields: {} },
      ),
    )
    const both = edit(made, 'de', root(noticeNode('a', { title: 'Hinweis', rows: [{ id: 'r', count: 1 }] })))
    expect(view(both, 'en')).toEqual(
      root(noticeNode('a', { title: 'Tip', rows: [{ id: 'r', label: 'One', count: 1 }], more })),
    )
  })

  it('SY6 a field that is filled for the first time is that of its locale', () => {
    const under = { body: root(noticeNode('a', { title: { en: 'Tip' } }), noticeNode('b', {})) }
    const filled = edit(under, 'de', root(noticeNode('a', {}), noticeNode('b', { title: 'Hinweis' })))
    expect(filled).toEqual({
      body: root(noticeNode('a', { title: { en: 'Tip' } }), noticeNode('b', { title: { de: 'Hinweis' } })),
    })
  })

  it('SY6 a plain value whose keys happen to be codes of locales is the same in all of them', () => {
    const under = { body: root(noticeNode('a', { prices: { en: 3 } })) }
    expect(view(under, 'de')).toEqual(under.body)
    expect(edit(under, 'de', root(noticeNode('a', { prices: { en: 4 } })))).toEqual({
      body: root(noticeNode('a', { prices: { en: 4 } })),
    })
  })

  it('SY6 of two blocks with one id each keeps its own other locales', () => {
    const under = {
      body: root(
        noticeNode('a', { title: { en: 'One', de: 'Eins' } }),
        noticeNode('a', { title: { en: 'Two', de: 'Zwei' } }),
      ),
    }
    const shown = topNodes(view(under, 'en'))
    const first = noticeNode('a', { title: 'First' })
    const expected = (one: string, two: string) => ({
      body: root(
        noticeNode('a', { title: { en: one, de: 'Eins' } }),
        noticeNode('a', { title: { en: two, de: 'Zwei' } }),
      ),
    })
    expect(edit(under, 'en', root(first, shown[1] ?? null))).toEqual(expected('First', 'Two'))
    expect(edit(under, 'en', root(first, noticeNode('a', { title: 'Second' })))).toEqual(
      expected('First', 'Second'),
    )
  })

  it('a block that becomes one of another type takes nothing over', () => {
    const under = { body: root(noticeNode('a', { title: { en: 'Tip', de: 'Hinweis' } })) }
    const other = { type: 'block', fields: { id: 'a', blockType: 'gone', title: 'Tip' } }
    expect(view(edit(under, 'en', root(other)), 'de')).toEqual(root(other))
  })
})
