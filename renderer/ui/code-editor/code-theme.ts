import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/**
 * The editor's styles, from the window's CSS variables, which also hold the light and the dark theme.
 */
const theme = EditorView.theme({
  '&': { blockSize: '100%', color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem', lineHeight: '18px' },
  '.cm-content': { padding: '0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 var(--s-4)' },
  '.cm-gutters': {
    color: 'var(--text-3)',
    backgroundColor: 'var(--bg-sunken)',
    border: 'none',
    borderInlineEnd: '1px solid var(--line)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--bg-selected)',
    outline: '1px solid var(--line-control)',
  },
  '&:not(.cm-focused) .cm-matchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-bg)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.null, tags.meta], color: 'var(--text-3)' },
  { tag: [tags.keyword, tags.propertyName, tags.tagName, tags.link, tags.url], color: 'var(--accent-text)' },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue],
    color: 'var(--ok-text)',
  },
  { tag: [tags.number, tags.bool, tags.atom, tags.unit, tags.color], color: 'var(--warn-text)' },
  { tag: [tags.typeName, tags.className, tags.attributeName], color: 'var(--chg-text)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--bad-text)' },
])

export const codeTheme = [theme, syntaxHighlighting(colours)]

/**
 * Returns the document as CodeMirror gets it: without a head. CodeMirror would put a style element into a
 * head, which the window's policy refuses; without a head it adopts a constructed sheet, as in shadow trees.
 */
export function styleRoot(): Document {
  if (!('adoptedStyleSheets' in document)) return document
  return (made ??= new Proxy(document, {
    get(target, key) {
      if (key === 'head') return null
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  }))
}

let made: Document | null = null
