import { FEATURES, HEADINGS } from '../../../../shared/fields/richText/rich-text-editor.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { nodeSchema } from '../../../../shared/fields/richText/merge-fields.ts'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { EditorBinding } from '../../../../renderer/richtext/binding/editor-binding.ts'
import { createRichTextEditor } from '../../../../renderer/richtext/create-editor.ts'
import { editorFeatures } from '../../../../renderer/richtext/features/registry.ts'
import type { SetHow } from '../../../../renderer/form/form-state.ts'

// There is no layout in these tests: the caret is nowhere on the screen, and nothing scrolls.
if (typeof document !== 'undefined') {
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Element.prototype.scrollIntoView = () => undefined
}

/** An editor with all features of the server, all heading sizes, and nothing that has fields. */
export const everything: RichTextEditor = {
  schemaPath: 'editor:all',
  features: [...FEATURES],
  unknownFeatures: [],
  nodeTypes: [],
  headings: [...HEADINGS],
  textStates: [],
  neverIndented: [],
  tabs: true,
  hides: { add: false, handle: false },
  link: null,
  relationship: null,
  upload: null,
  blocks: [],
  inlineBlocks: [],
  tableFields: [],
  placeholder: null,
}

/** A value of these nodes, as the server stores it. */
export const rich = (...children: Json[]): JsonObject => ({
  root: { type: 'root', format: '', indent: 0, version: 1, direction: null, children },
})

export const textNode = (text: string, more: JsonObject = {}): JsonObject => ({
  detail: 0,
  format: 0,
  mode: 'normal',
  style: '',
  text,
  type: 'text',
  version: 1,
  ...more,
})

export const blockNode = (type: string, children: Json[], more: JsonObject = {}): JsonObject => ({
  children,
  direction: null,
  format: '',
  indent: 0,
  type,
  version: 1,
  ...more,
})

/** A paragraph as Payload 3.90 stores it. */
export const para = (text: string, more: JsonObject = {}): JsonObject =>
  blockNode('paragraph', text === '' ? [] : [textNode(text)], { textFormat: 0, textStyle: '', ...more })

/** An editor on the page, bound to a value that is kept here; what is given to the form, in order. */
export function openEditor(value: Json, config: RichTextEditor = everything) {
  const errors: Error[] = []
  const given: { value: Json; how: SetHow }[] = []
  const { editor, end } = createRichTextEditor(config, editorFeatures, (error) => errors.push(error))
  const binding = new EditorBinding(editor, {
    value,
    schema: nodeSchema(config, fieldTypes),
    store(next, how) {
      given.push({ value: next, how })
      return next
    },
  })
  const root = document.createElement('div')
  root.contentEditable = 'true'
  root.tabIndex = 0
  document.body.append(root)
  editor.setRootElement(root)
  const stop = binding.start()
  const close = (): void => {
    stop()
    editor.setRootElement(null)
    end()
    root.remove()
  }
  return { editor, binding, root, given, errors, close, last: () => given.at(-1)?.value ?? value }
}
