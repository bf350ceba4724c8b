import { describe, expect, it } from 'vitest'
import { createEdits, type HistoryHolder } from '../../../../renderer/form/edits.ts'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { emptyHistory } from '../../../../shared/document/history.ts'
import { getValue } from '../../../../shared/document/path.ts'
import { rebaseChanges } from '../../../../shared/document/rebase.ts'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { block, richText, text, textEditor } from '../../shared/build-fields.ts'

const fields = [
  richText('body', {
    innerLocales: ['en', 'de'],
    editor: textEditor({ blocks: [block('notice', [text('title', { localized: true })])] }),
  }),
  text('note'),
]
const rich = (...children: Json[]): Json => ({ root: { type: 'root', children } })
const para = (words: string): Json => ({ type: 'paragraph', children: [{ type: 'text', text: words }] })
const notice = (title: Json, id = 'a'): Json => ({
  type: 'block',
  fields: { id, blockType: 'notice', ...(title !== null && { title }) },
})

const newMemory = (): HistoryHolder => ({ history: emptyHistory, gone: new Map() })

function open(body: Json, memory = newMemory()) {
  const schema = { fields, types: fieldTypes }
  const below: JsonObject = { body, note: '' }
  const edits = createEdits({ schema, below, memory })
  const view = (locale: string, data = edits.data()): Json => getValue(fields, data, 'body', locale)
  return {
    edits,
    view,
    write: (locale: string, ...children: Json[]): void => {
      const change = { kind: 'set' as const, path: 'body', locale, from: view(locale), to: rich(...children) }
      edits.perform([change], { place: { path: 'body', locale } })
    },
    note: (to: string): void => {
      const change = { kind: 'set' as const, path: 'note', locale: null, from: '', to }
      edits.perform([change], { place: { path: 'note', locale: null } })
    },
    /** Returns the document of a receiver of the changes. */
    handedOver: (locale: string, under = below): Json =>
      view(locale, applyChanges(fields, under, edits.changes())),
    rebased: () => rebaseChanges(schema, below, edits.changes()),
  }
}

describe('a text that all locales share, edited in two of them', () => {
  it('SY6 a block that is cut and pasted in one locale has its words in the others', () => {
    const { write, view, edits } = open(rich(para('x'), notice({ en: 'Tip', de: 'Hinweis' })))
    write('en', para('x'))
    expect(view('de')).toEqual(rich(para('x')))
    write('en', notice('Tip'), para('x'))
    expect(view('de')).toEqual(rich(notice('Hinweis'), para('x')))
    expect(edits.changes().map(({ locale }) => locale)).toEqual(['en'])
  })

  it('SY6 (part) however many blocks went in one edit, all come back', () => {
    const ids = Array.from({ length: 1500 }, (_, at) => `n${at}`)
    const { write, view } = open(rich(...ids.map((id) => notice({ en: 'Tip', de: `Hinweis ${id}` }, id))))
    write('en', para('x'))
    write('en', ...ids.map((id) => notice('Tip', id)))
    expect(view('de')).toEqual(rich(...ids.map((id) => notice(`Hinweis ${id}`, id))))
  })

  it('and however many edits lie between', () => {
    const { write, view } = open(rich(notice({ en: 'Tip', de: 'Hinweis' })))
    for (let at = 0; at < 1000; at += 1) {
      write('en', notice('New', `n${at}`))
      write('en', para('x'))
    }
    write('en', notice('Tip'))
    expect(view('de')).toEqual(rich(notice('Hinweis')))
  })

  it.each(['undo', 'paste'] as const)('and by %s after the document was left and opened again', (way) => {
    const memory = newMemory()
    const first = open(rich(para('x'), notice({ en: 'Tip', de: 'Hinweis' })), memory)
    first.write('en', para('x'))
    first.edits.handOver()
    const { edits, write, view } = open(rich(para('x')), memory)
    if (way === 'undo') edits.undo()
    else write('en', para('x'), notice('Tip'))
    expect(view('en')).toEqual(rich(para('x'), notice('Tip')))
    expect(view('de')).toEqual(rich(para('x'), notice('Hinweis')))
  })

  it('but not words that somebody else has replaced since', () => {
    const { edits, write, view } = open(rich(para('x'), notice({ en: 'Tip', de: 'Hinweis' })))
    write('en', para('x'))
    edits.drop()
    const nothing = { kept: {}, adjusted: [] }
    const theirs = { body: rich(para('x'), notice({ en: 'Tip', de: 'Neu' })), note: '' }
    edits.moveTo(theirs, nothing.kept, nothing.adjusted)
    edits.moveTo({ body: rich(para('x')), note: '' }, nothing.kept, nothing.adjusted)
    write('en', para('x'), notice('Tip'))
    expect(view('de')).toEqual(rich(para('x'), notice(null)))
  })

  it('SY6 also where the cut was handed over before it came back: what it says is an edit in each locale', () => {
    const { write, view, edits, handedOver } = open(rich(para('x'), notice({ en: 'Tip', de: 'Hinweis' })))
    write('en', para('x'))
    edits.handOver()
    const under = edits.data()
    write('en', para('x'), notice('Tip'))
    expect(view('de')).toEqual(rich(para('x'), notice('Hinweis')))
    expect(edits.changes().map(({ locale }) => locale)).toEqual(['en', 'de'])
    expect(handedOver('de', under)).toEqual(rich(para('x'), notice('Hinweis')))
  })

  it('DM7 SY6 a block that was new, translated and removed is back in both with undo', () => {
    const { write, view, edits } = open(rich(para('x')))
    write('en', para('x'), notice('Tip'))
    write('de', para('x'), notice('Hinweis'))
    write('en', para('x'))
    edits.undo()
    expect(view('en')).toEqual(rich(para('x'), notice('Tip')))
    expect(view('de')).toEqual(rich(para('x'), notice('Hinweis')))
  })

  it('SY6 what one locale wrote last in the shared text is not undone by what another wrote before', () => {
    const { write, view, edits, note, handedOver, rebased } = open(rich(para(''), notice({ en: 'Tip' })))
    write('en', para('One'), notice('Tip'))
    write('de', para('One'), notice('Hinweis'))
    write('en', para('One, two'), notice('Tip'))
    note('n')
    edits.undo()
    expect(view('en')).toEqual(rich(para('One, two'), notice('Tip')))
    expect(view('de')).toEqual(rich(para('One, two'), notice('Hinweis')))
    for (const locale of ['en', 'de']) expect(handedOver(locale)).toEqual(view(locale))
    expect(rebased().conflicts).toEqual([])
  })

  it('a key in a long text makes nothing anew but its paragraph, in both locales', () => {
    const paragraphs = Array.from({ length: 300 }, (_, at) => para(`${at}`))
    const { write, view } = open(rich(...paragraphs, notice({ en: 'Tip', de: 'Hinweis' })))
    const before = topNodes(view('en'))
    const german = topNodes(view('de'))
    write('en', ...before.with(7, para('7!')))
    for (const [was, locale] of [
      [before, 'en'],
      [german, 'de'],
    ] as const) {
      const changed = topNodes(view(locale)).flatMap((node, at) => (node === was[at] ? [] : [at]))
      expect(changed).toEqual([7])
    }
  })
})
