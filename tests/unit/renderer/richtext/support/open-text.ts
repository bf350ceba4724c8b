import { registerRichText } from '@lexical/rich-text'
import { $getRoot, $isElementNode, $isTextNode, createEditor, mergeRegister } from 'lexical'
import type { LexicalEditor, LexicalNode } from 'lexical'
import { emptyEditor } from './site-editor.ts'
import type { RichTextEditor } from '../../../../../shared/cms/schema-model.ts'
import { typeOf } from '../../../../../shared/fields/richText/nodes.ts'
import { isJsonObject } from '../../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../../shared/json.ts'
import type { EditorFeature } from '../../../../../renderer/richtext/feature.ts'
import { rich } from '../../../shared/rich-text/build-nodes.ts'

// jsdom lays nothing out and has no place of a range: Lexical asks for it to bring the caret into sight.
Range.prototype.getBoundingClientRect = () => new DOMRect()

export type OpenText = {
  editor: LexicalEditor
  root: HTMLElement
  /** Where the caret is to be: before the character `at` of the first text that has `words`. */
  caret: (words: string, at?: number) => void
  /** From the first character of one text to the last of another. */
  select: (from: string, to: string) => void
  /** In the empty element with that number among all empty ones, in the order of the text. */
  caretInEmpty: (index?: number) => void
  /** A key of the keyboard, on whatever has the focus. */
  press: (key: string, more?: KeyboardEventInit) => void
  /** Changes the text, at once. */
  change: (write: () => void) => void
  /** What the editor has now, as JSON. */
  nodes: () => JsonObject[]
}

/** A real editor of Lexical in the page, with the rules of some features and Lexical's own for text. */
export function openText(
  children: readonly Json[],
  features: readonly EditorFeature[],
  config: RichTextEditor = emptyEditor,
): OpenText {
  const root = document.createElement('div')
  root.contentEditable = 'true'
  root.tabIndex = 0
  document.body.append(root)
  const editor = createEditor({
    nodes: features.flatMap(({ nodes = [] }) => [...nodes]),
    theme: Object.assign({}, ...features.map(({ theme = {} }) => theme)),
    onError: (error) => {
      throw error
    },
  })
  mergeRegister(
    registerRichText(editor),
    ...features.flatMap(({ register }) => (register === undefined ? [] : [register(editor, config)])),
  )
  editor.setRootElement(root)
  editor.setEditorState(editor.parseEditorState(JSON.stringify(rich(...children))))
  root.focus()
  const change = (write: () => void) => editor.update(write, { discrete: true })
  return {
    editor,
    root,
    change,
    caret: (words, at = 0) => change(() => $textWith(words).select(at, at)),
    select: (from, to) =>
      change(() => {
        const last = $textWith(to)
        const selection = $textWith(from).select(0, 0)
        selection.focus.set(last.getKey(), last.getTextContentSize(), 'text')
      }),
    caretInEmpty: (index = 0) =>
      change(() => {
        const empty = $all($getRoot()).filter((node) => $isElementNode(node) && node.isEmpty())[index]
        if (!$isElementNode(empty)) throw new Error('nothing is empty')
        empty.select()
      }),
    press: (key, more = {}) => {
      const focused = document.activeElement ?? root
      focused.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
      // What was pressed is done before the next key.
      change(() => undefined)
    },
    nodes: () => editor.getEditorState().read(() => $getRoot().getChildren().map(exportOf)),
  }
}

function $all(node: LexicalNode): LexicalNode[] {
  return [node, ...($isElementNode(node) ? node.getChildren().flatMap($all) : [])]
}

function $textWith(words: string) {
  const found = $getRoot()
    .getAllTextNodes()
    .find((node) => $isTextNode(node) && node.getTextContent().includes(words))
  if (found === undefined) throw new Error(`no text has “${words}”`)
  return found
}

function exportOf(node: LexicalNode): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(node.exportJSON()))
  if (!isJsonObject(json)) throw new Error('no JSON')
  return $isElementNode(node) ? { ...json, children: node.getChildren().map(exportOf) } : json
}

/** Lists as lines: `- a`, `2. b`, `[x] c`, deeper ones indented; other blocks by their type and text. */
export function outline(nodes: readonly Json[], depth = 0): string[] {
  return nodes.flatMap((node) => {
    if (!isJsonObject(node)) return []
    const children = Array.isArray(node['children']) ? node['children'] : []
    if (node['type'] !== 'list') return [`${'  '.repeat(depth)}${typeOf(node)}: ${wordsOf(node)}`]
    return children.flatMap((item): string[] => {
      if (!isJsonObject(item)) return []
      const [inner] = Array.isArray(item['children']) ? item['children'] : []
      if (isJsonObject(inner) && inner['type'] === 'list') return outline([inner], depth + 1)
      const kind = node['listType']
      const value = JSON.stringify(item['value'])
      const mark =
        kind === 'number' ? `${value}.` : kind === 'check' ? `[${item['checked'] === true ? 'x' : ' '}]` : '-'
      return [`${'  '.repeat(depth)}${mark} ${wordsOf(item)}`.trimEnd()]
    })
  })
}

function wordsOf(node: Json): string {
  if (!isJsonObject(node)) return ''
  if (typeof node['text'] === 'string') return node['text']
  return (Array.isArray(node['children']) ? node['children'] : []).map(wordsOf).join('')
}
