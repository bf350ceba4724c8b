import type { Field } from '../../../shared/cms/schema-model.ts'
import { absorbAnswer, projectLocale } from '../../../shared/document/project.ts'
import type { FieldTypes } from '../../../shared/fields/field-type.ts'
import { sameJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { createEdits, type Edits, type EditStep } from '../../form/edits.ts'
import type { ErrorFilter } from '../../form/form-errors.ts'
import { createFormState, type FormState } from '../../form/form-state.ts'
import type { Surroundings } from '../../form/form-snapshot.ts'
import type { HeldForm } from '../../../shared/document/typed-input.ts'
import type { TypedInputs } from '../../form/typed-inputs.ts'
import type { ViewState } from '../../form/view-state.ts'
import type { EditHow } from './data-node.ts'

export type NodeFormOptions = {
  fields: Field[]
  types: FieldTypes
  /** Locale of the form around: a node holds the values of one locale. */
  locale: string | null
  /** The server's path of these fields. */
  root: string
  /** The node's values for them. */
  data: JsonObject
  counts?: ErrorFilter
  view?: ViewState
  /** Unsaved input of an earlier form of the node. */
  held?: HeldForm | null
  /** The node's typed inputs, which are kept with those of the outer form. */
  inputs?: TypedInputs
  /** True if the text around has uncommitted edits; edits here are marked for as long. */
  isEdited?: () => boolean
  /** Called when a field loses the focus. */
  onBlur?: () => void
  /** Writes edits, by key of the node's fields; undefined removes the key. */
  write: (changed: Readonly<Record<string, Json | undefined>>, how: EditHow) => void
}

/** The fields of a node of a rich text as a form. */
export type NodeForm = {
  form: FormState
  /** The node's values in the form's locale, with the edits. */
  values: () => JsonObject
  /** Called when an undo, a merge or a command has changed the node. */
  take: (data: JsonObject) => void
  /** Subscribes to the edits of the form. */
  onEdit: (listener: () => void) => () => void
  /** Called when the document's edits were committed: removes the marks of edited fields. */
  settle: () => void
}

/**
 * Creates a form over the fields of a node. Each edit goes to `write` at once. If `write` puts it into the node, undo,
 * journal and merge are those of the document; their changes come back by `take`.
 */
export function createNodeForm(options: NodeFormOptions): NodeForm {
  const { fields, types, locale, root, counts, view, inputs, write } = options
  const { isEdited = () => false, onBlur, held = null } = options
  const stored = (data: JsonObject): JsonObject => absorbAnswer(fields, {}, data, locale)
  const below = stored(options.data)
  const own = createEdits({ schema: { fields, types }, below })
  own.takeBack(held?.changes ?? [], below)
  // Rebases the kept edits on the node's present data.
  own.moveTo(below, {}, [])
  const values = (): JsonObject => projectLocale(fields, own.data(), locale)
  let known = values()
  let how: EditHow = {}
  let isTaking = false

  const edits: Edits = {
    ...own,
    perform(changes, step) {
      how = howOf(step)
      own.perform(changes, step)
      how = {}
    },
  }
  const around: Surroundings = {
    mark: (_path, cell) => ({ mark: isMarked(cell) ? 'edited' : 'none', since: null }),
    markWithin: (path) => (isEdited() && own.isEditedWithin(path, locale) ? 'edited' : 'none'),
    refusedPaths: () => [],
    refused: () => null,
    edited: () => undefined,
    blur: () => onBlur?.(),
  }
  const isMarked = (cell: { path: string; locale: string | null }): boolean =>
    isEdited() && own.isEdited(cell.path, cell.locale)
  const form = createFormState({
    fields,
    types,
    locale,
    root,
    edits,
    around,
    ...(counts && { counts }),
    ...(view && { view }),
    ...(inputs && { inputs }),
  })

  form.inputs.add(held?.typed ?? [])

  own.subscribe(() => {
    if (isTaking) return
    const now = values()
    const changed = changedKeys(known, now)
    known = now
    if (changed.length > 0) write(Object.fromEntries(changed.map((key) => [key, now[key]])), how)
  })

  return {
    form,
    values,
    onEdit: own.subscribe,
    take(data) {
      const next = stored(data)
      if (sameJson(projectLocale(fields, next, locale), known)) return
      isTaking = true
      own.drop()
      own.moveTo(next, {}, [])
      isTaking = false
      known = values()
    },
    settle() {
      isTaking = true
      own.handOver()
      form.refresh()
      isTaking = false
    },
  }
}

function howOf({ typing = false, composing = false, gesture }: EditStep): EditHow {
  return { typing, composing, ...(gesture !== undefined && { gesture }) }
}

/** Returns the keys whose values differ; absent and null are equal (see the document model). */
function changedKeys(before: JsonObject, after: JsonObject): string[] {
  return Object.keys({ ...before, ...after }).filter((key) => {
    const [was, is] = [before[key] ?? null, after[key] ?? null]
    return was !== is && !sameJson(was, is)
  })
}
