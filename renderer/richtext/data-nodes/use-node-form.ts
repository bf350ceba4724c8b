import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $getNodeByKey, type LexicalEditor, type NodeKey } from 'lexical'
import { useEffect, useMemo, useState } from 'react'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { inRichText } from '../../../shared/cms/schema-path.ts'
import { fieldsOf, nodeId } from '../../../shared/fields/richText/nodes.ts'
import type { FieldTypes } from '../../../shared/fields/field-type.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { countsAsError } from '../../fields/field-module.ts'
import { useFieldModules } from '../../fields/use-value-context.ts'
import type { ErrorFilter } from '../../form/form-errors.ts'
import { useOpenDocument } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import { heldContent, readHeld } from '../../form/held-form.ts'
import { inputsInNode, pathOfDrawer } from '../../form/typed-inputs.ts'
import type { ViewState } from '../../form/view-state.ts'
import { useRichText } from '../editor-context.tsx'
import { $dataAt, editData, isDataNode, withFields } from './data-node.ts'
import { nodeAnswers, nodeKeyOf } from './node-answers.ts'
import { createNodeForm, type NodeForm, type NodeFormOptions } from './node-form.ts'
import { useNodeRules } from './use-node-rules.ts'

/** The part that the forms of all nodes of an editor share. */
type EditorForms = {
  form: FormState
  /** Path of the rich text in the form. */
  path: string
  types: FieldTypes
  counts: ErrorFilter
}

function useAround(): EditorForms {
  const { form, path } = useRichText()
  const types = useFieldTypes()
  const modules = useFieldModules()
  return useMemo(() => ({ form, path, types, counts: countsAsError(modules) }), [form, path, types, modules])
}

/** The server's path, in this field, for a schema path of the editor. */
function useServerRoot(schemaPath: string): string {
  const { form, path } = useRichText()
  return inRichText(form.resolve(path)?.schemaPath ?? '', schemaPath)
}

/**
 * Returns the form of a node's fields while the node is mounted: edits are written into the node at once, and
 * other changes of the node into the form. `schemaPath`: of the fields, beginning at the editor.
 */
export function useNodeForm(nodeKey: NodeKey, fields: Field[], schemaPath: string): FormState {
  const [editor] = useLexicalComposerContext()
  const around = useAround()
  const root = useServerRoot(schemaPath)
  const { form, path } = around
  const node = useMemo(
    () => formOfNode(editor, nodeKey, fields, root, around),
    [editor, nodeKey, fields, root, around],
  )

  useEffect(() => {
    const now = editor.read(() => $dataAt(nodeKey))
    if (now !== null) node.take(fieldsOf(now))
    return editor.registerUpdateListener(({ editorState, prevEditorState }) => {
      const [after, before] = [editorState, prevEditorState].map((state) =>
        state.read(() => $getNodeByKey(nodeKey)),
      )
      if (after === before || after === undefined || !isDataNode(after)) return
      node.take(fieldsOf(editorState.read(() => after.getData())))
    })
  }, [editor, nodeKey, node])

  useEffect(() => {
    let { mark } = form.getField(path)
    const follow = (): void => {
      const before = mark
      ;({ mark } = form.getField(path))
      // Edits of the text around do not concern the node.
      if (mark === before) return
      if (mark === 'edited') node.form.refresh()
      else node.settle()
    }
    return form.subscribeField(path, follow)
  }, [form, path, node])
  const id = useMemo(() => nodeId(editor.read(() => $dataAt(nodeKey)) ?? {}) ?? nodeKey, [editor, nodeKey])
  useNodeRules(node, root, id)
  return node.form
}

function formOfNode(
  editor: LexicalEditor,
  nodeKey: NodeKey,
  fields: Field[],
  root: string,
  { form, path, types, counts }: EditorForms,
): NodeForm {
  const data = editor.read(() => $dataAt(nodeKey)) ?? {}
  return createNodeForm({
    fields,
    types,
    counts,
    root,
    locale: form.locale,
    data: fieldsOf(data),
    ...sharedWith(form, path, nodeId(data) ?? nodeKey),
    isEdited: () => form.getField(path).mark === 'edited',
    onBlur: form.blur,
    write: (changed, how) => editData(editor, nodeKey, (now) => withFields(now, changed), how),
  })
}

/** The form of a drawer. `end`: drops its kept input, which was applied or discarded. */
type DrawerForm = NodeForm & { end: () => void }

/**
 * Returns the form of a drawer, which writes to the node only on save, and restarts when anything else
 * changes the node (S3.34). Unsaved input is kept with the outer form's until `end`. `id`: see pathOfDrawer.
 */
export function useDrawerForm(
  fields: Field[],
  schemaPath: string,
  data: JsonObject,
  cacheBuster: number,
  id: string,
): DrawerForm {
  const around = useAround()
  const root = useServerRoot(schemaPath)
  const { form, path, types, counts } = around
  const cell = useMemo(
    () => ({ path: pathOfDrawer(path, id), locale: textLocale(form, path) }),
    [form, path, id],
  )
  const [begin, setBegin] = useState({ data, cacheBuster, isAnew: false })
  if (begin.cacheBuster !== cacheBuster) setBegin({ data, cacheBuster, isAnew: true })
  const made = useMemo(
    () =>
      createNodeForm({
        fields,
        types,
        counts,
        root,
        locale: form.locale,
        data: begin.data,
        held: begin.isAnew ? null : readHeld(form.inputs.drawer(cell)),
        isEdited: () => true,
        onBlur: form.blur,
        write: () => undefined,
      }),
    [fields, types, counts, root, form, begin, cell],
  )
  useEffect(() => {
    const keep = (): void => form.inputs.setDrawer(cell, heldContent(made.form))
    keep()
    const stops = [made.onEdit(keep), made.form.inputs.subscribe(keep)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [form, made, cell])
  useNodeRules(made, root, null)
  return useMemo(() => ({ ...made, end: () => form.inputs.setDrawer(cell, null) }), [made, form, cell])
}

/** Returns the read-only form of a node in a static text. */
export function useShownForm(fields: Field[], schemaPath: string, data: JsonObject): FormState {
  const { form, path, types, counts } = useAround()
  const root = useServerRoot(schemaPath)
  const document = useOpenDocument()
  return useMemo(() => {
    const { form: shown } = createNodeForm({
      fields,
      types,
      counts,
      root,
      locale: form.locale,
      data: fieldsOf(data),
      ...sharedWith(form, path, nodeId(data) ?? ''),
      write: () => undefined,
    })
    const key = nodeKeyOf(form.locale, path, nodeId(data) ?? '')
    const overlay = document === null ? undefined : nodeAnswers(document).overlays.get(key)
    if (overlay !== undefined) shown.setOverlay(overlay)
    return shown
  }, [fields, types, counts, root, form, path, data, document])
}

/** Returns the locale of a localized text; null for a shared one. */
function textLocale(form: FormState, path: string): string | null {
  return form.resolve(path)?.localized === true ? form.locale : null
}

/** The part of the form around that a node's form shares: folded rows, and typed text that is no value. */
function sharedWith(form: FormState, path: string, id: string): Pick<NodeFormOptions, 'view' | 'inputs'> {
  const locale = textLocale(form, path)
  return {
    view: viewWithin(form.view, `${path} ${id} `),
    inputs: inputsInNode(form.inputs, { path, nodeId: id, locale }),
  }
}

/** Returns the part of a view state for one node, whose field paths may equal those of the document. */
function viewWithin(view: ViewState, prefix: string): ViewState {
  return {
    get: (key) => view.get(prefix + key),
    set: (key, value) => view.set(prefix + key, value),
    subscribe: (key, listener) => view.subscribe(prefix + key, listener),
  }
}
