import { $forEachSelectedTextNode } from '@lexical/selection'
import {
  $getNodeByKey,
  $getSelection,
  $getState,
  $isRangeSelection,
  $isTextNode,
  $setState,
  createState,
  TextNode,
} from 'lexical'
import type { LexicalEditor, StateConfig } from 'lexical'
import { Baseline, RemoveFormatting } from 'lucide-react'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { EditorCommand, EditorFeature } from '../../feature.ts'
import { cssOfStates } from '../../text-states.ts'

type State = StateConfig<string, string | undefined>

/** One state object per key for all editors, since nodes compare states by identity. */
const states = new Map<string, State>()

function stateOf(key: string): State {
  const known = states.get(key)
  if (known !== undefined) return known
  // Keeps a stored value that the site no longer defines.
  const made = createState(key, { parse: (value) => (typeof value === 'string' ? value : undefined) })
  states.set(key, made)
  return made
}

/** Text states that the site defines, such as colours: named values with CSS. */
export const textState: EditorFeature = {
  name: 'textState',
  isOffered: ({ textStates }) => textStates.length > 0,
  register: (editor, config) =>
    editor.registerMutationListener(TextNode, (mutations) => {
      editor.getEditorState().read(() => {
        for (const [key, mutation] of mutations) {
          const element = mutation === 'destroyed' ? null : editor.getElementByKey(key)
          const node = $getNodeByKey(key)
          if (element !== null && $isTextNode(node)) draw(element, node, config)
        }
      })
    }),
  commands: (config, { t, label }) => {
    const clear: EditorCommand = {
      id: 'state.none',
      group: 'state',
      label: t('galley:rich-text.state.none'),
      icon: RemoveFormatting,
      words: ['color', 'style'],
      places: ['toolbar', 'floating'],
      run: (editor) =>
        setState(
          editor,
          config.textStates.map(({ key }) => [key, undefined]),
        ),
      $isActive: () => config.textStates.every(({ key }) => $stateAtCaret(key) === undefined),
    }
    const each = config.textStates.flatMap(({ key, values }) =>
      values.map(({ value, label: name }): EditorCommand => ({
        id: `state.${key}.${value}`,
        group: 'state',
        label: label(name),
        icon: Baseline,
        places: ['toolbar', 'floating'],
        run: (editor) => setState(editor, [[key, value]]),
        $isActive: () => $stateAtCaret(key) === value,
      })),
    )
    return [clear, ...each]
  },
}

function setState(editor: LexicalEditor, values: readonly (readonly [string, string | undefined])[]): void {
  editor.update(() => {
    $forEachSelectedTextNode((node) => {
      for (const [key, value] of values) $setState(node, stateOf(key), value)
    })
  })
}

function $stateAtCaret(key: string): string | undefined {
  const selection = $getSelection()
  const node = $isRangeSelection(selection) ? selection.anchor.getNode() : null
  return $isTextNode(node) ? $getState(node, stateOf(key)) : undefined
}

/** Applies the site's styles of a text's states; a stored style attribute is kept but not drawn. */
function draw(element: HTMLElement, node: TextNode, config: RichTextEditor): void {
  const values = Object.fromEntries(
    config.textStates.flatMap(({ key }) => {
      const value = $getState(node, stateOf(key))
      return value === undefined ? [] : [[key, value]]
    }),
  )
  const css = cssOfStates(config, values)
  if (element.style.cssText === '' && css.length === 0) return
  element.style.cssText = ''
  for (const [property, value] of css) element.style.setProperty(property, value)
}
