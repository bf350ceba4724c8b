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

// jsdom has no layout: Lexical asks for the range's position to scroll the caret into view.
Range.prototype.getBoundingClientRect = () => new DOMRect()

export type OpenText = {
  editor: LexicalEditor
  root: HTMLElement
  /** Puts the caret in front of the character `at` of the first text with `words`. */
  caret: (words: string, at?: number) => void
  /** Selects from the first character of one text to the last of another. */
  select: (from: string, to: string) => void
  /** Puts the caret into an empty element, by its index among the empty ones. */
  caretInEmpty: (index?: number) => void
  /** Presses a key on the focused element. */
  press: (key: string, more?: KeyboardEventInit) => void
  /** Changes the text at once. */
  change: (write: () => void) => void
  /** Returns the editor's nodes as JSON. */
  nodes: () => JsonObject[]
}

/** Opens a real Lexical editor in the page, with the rules of some features and Lexical's own for text. */
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
      // The effects of the key come before the next key.
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

/** Returns lists as lines: `- a`, `2. b`, `[x] c`, deeper ones indented; other blocks by type and text. */
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
