import { $getRoot, $selectAll, CUT_COMMAND, PASTE_COMMAND } from 'lexical'
import { expect, onTestFinished, test } from 'vitest'
import { registerClipboard } from '../../../../../renderer/richtext/features/clipboard/register-clipboard.ts'
import { topNodes } from '../../../../../shared/fields/richText/nodes.ts'
import type { Json } from '../../../../../shared/json.ts'
import {
  block,
  cell,
  element,
  paragraph,
  rich,
  table,
  upload,
} from '../../../shared/rich-text/build-nodes.ts'
import { fullEditor } from '../links/site-editors.ts'
import { openEditor } from '../rich-text-fixtures.ts'
import { clipboardData, clipboardEvent } from './clipboard-data.ts'
import { outline } from './outline.ts'

function open(...nodes: Json[]) {
  const config = fullEditor()
  const opened = openEditor(rich(...nodes), config)
  const { editor, last } = opened
  const stop = registerClipboard(editor, {
    config,
    collections: [],
    server: 'a',
    words: () => 'Notice',
    onLeftOut: () => undefined,
    onFiles: () => false,
  })
  onTestFinished(() => {
    stop()
    opened.close()
  })
  const change = (update: () => void): void => editor.update(update, { discrete: true })
  return {
    change,
    nodes: () => topNodes(last()),
    cut: () => {
      const kinds: Record<string, string> = {}
      const data = Object.assign(clipboardData({}), {
        setData: (kind: string, value: string) => void (kinds[kind] = value),
      })
      change(() => void editor.dispatchCommand(CUT_COMMAND, clipboardEvent('cut', data)))
      return kinds
    },
    paste: (kinds: Readonly<Record<string, string>>) => {
      const event = clipboardEvent('paste', clipboardData(kinds))
      change(() => void editor.dispatchCommand(PASTE_COMMAND, event))
    },
  }
}

test('what is cut from a text with a table comes back as it was', () => {
  const notice = block('aaaaaaaaaaaaaaaaaaaaaaaa', { blockType: 'notice' })
  const { change, cut, paste, nodes } = open(paragraph('one'), notice, paragraph('two'), table([[cell('a')]]))
  change(() => {
    const [one, two] = $getRoot().getAllTextNodes()
    if (two !== undefined) one?.select(0, 0).focus.set(two.getKey(), 3, 'text')
  })
  const kinds = cut()
  expect(nodes()).not.toContainEqual(notice)
  paste(kinds)
  expect(nodes()).toContainEqual(notice)
})

test('a table that is cut with all around it leaves nothing behind', () => {
  const { change, cut, nodes } = open(paragraph('one'), table([[cell('a')], [cell('b')]]))
  change(() => void $selectAll())
  cut()
  expect(outline(nodes())).toEqual(['p: '])
})

test('in a cell a table beside other things is its words; one alone is put over the cells', () => {
  const at = (html: string) => {
    const { change, paste, nodes } = open(table([[cell('a'), cell('b')]]))
    change(() => void $getRoot().getAllTextNodes()[0]?.selectEnd())
    paste({ 'text/html': html })
    return outline(nodes())
  }
  const other = '<table><tr><td>1</td><td>2</td></tr></table>'
  expect(at(`<p>and</p>${other}<p>more</p>`)).toEqual(['| aand / 1⇥2 / more | b |'])
  expect(at(other)).toEqual(['| 1 | 2 |'])
})

test('F69 (part: tables) a table that is pasted over cells brings the uploads and blocks of its own', () => {
  const notice = block('aaaaaaaaaaaaaaaaaaaaaaaa', { blockType: 'notice' })
  const image = upload('bbbbbbbbbbbbbbbbbbbbbbbb')
  const { change, paste, nodes } = open(table([[cell('a'), cell('b')]]))
  change(() => void $getRoot().getAllTextNodes()[0]?.select(1, 1))
  const given = table([[element('tablecell', [paragraph('c'), image]), element('tablecell', [notice])]])
  paste({ 'application/x-lexical-editor': JSON.stringify({ server: 'a', nodes: [given] }) })
  expect(outline(nodes())).toEqual(['| c / upload | block notice |'])
  // With words around it the table comes down to its own, and they stand behind those.
  paste({ 'application/x-lexical-editor': JSON.stringify({ server: 'a', nodes: [paragraph('d'), given] }) })
  expect(JSON.stringify(nodes()).match(/"type":"(upload|block)"/g)).toHaveLength(4)
})
