import type { Field } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { cellLocale, getValue, missingRow } from '../../shared/document/path.ts'
import { resolveField, type Container, type ResolvedField } from '../../shared/document/resolve-field.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { valueType, type DocumentSchema, type FieldTypes } from '../../shared/fields/field-type.ts'
import { sameJson, type Json, type JsonObject } from '../../shared/json.ts'
import { createEdits, type Edits } from './edits.ts'
import { createFormErrors, type ErrorFilter, type LoginRules } from './form-errors.ts'
import { createFormFields, type FormReading } from './form-fields.ts'
import { emptyOverlay, isVisible, type Overlay } from './form-overlay.ts'
import { createRowActions, type RowActions } from './form-rows.ts'
import { keepSameForm, type FormSnapshot, type Reveal, type Surroundings } from './form-snapshot.ts'
import { createShownErrors, type ShownErrors } from './shown-errors.ts'
import { createTypedInputs, type TypedInputs } from './typed-inputs.ts'
import { createViewState, type ViewState } from './view-state.ts'
import { createWatchers, type Watchers } from './watchers.ts'

/**
 * Options of an edit for undo (DM7). `part`: the edited part of a value with several. `madeOn`: the value that the
 * edit was made on, if the present one conflicts with it (SY6).
 */
export type SetHow = {
  typing?: boolean
  composing?: boolean
  part?: string
  gesture?: string
  madeOn?: Json
}

/** A form in one locale: fields, values, errors and actions. */
export type FormState = FormReading & {
  /** Unique among open forms; element ids begin with it. */
  readonly id: string
  readonly fields: Field[]
  readonly types: FieldTypes
  readonly locale: string | null
  /** All locales, with the edits. */
  data: () => JsonObject
  changes: () => Change[]
  resolve: (path: string) => ResolvedField | null
  getForm: () => FormSnapshot
  subscribe: (listener: () => void) => () => void
  /** Tells if the form has subscribers. */
  readonly watchers: Pick<Watchers, 'isWatched' | 'onFirst' | 'onLast'>
  setField: (path: string, value: Json, how?: SetHow) => void
  /** Sets several fields that belong together, as one undo step. */
  setFields: (values: Readonly<Record<string, Json>>, how?: SetHow) => void
  /** Applies computed changes, in any locale, as one undo step. */
  make: (changes: readonly Change[]) => void
  /** Keeps typed text that is no value of the field; it prevents a save (F50). */
  setText: (path: string, text: string | null, error?: FieldError) => void
  /** Called when a field loses the focus: ends the undo step and writes the draft at once (SY1). */
  blur: () => void
  rows: RowActions
  /**
   * Validates everything, or the field `only`, and marks the fields. Returns the paths that prevent a save: invalid
   * ones in order, then all of `unreadable`.
   */
  validate: (only?: string) => string[]
  /** Fields with typed text that is no value (F50); even a save without validation waits for them. */
  unreadable: () => string[]
  /** True if `validate` would find nothing; shows no errors. */
  isValid: () => boolean
  /** Opens the containers of a field and scrolls to it, or to `at`; focuses it unless told otherwise. */
  show: (path: string, how?: Partial<Omit<Reveal, 'requestId' | 'path'>>) => void
  setOverlay: (overlay: Overlay) => void
  /** Tells if the server's first answer is still missing; an overlay is one. */
  setAwaited: (isAwaited: boolean) => void
  /** Called when the surroundings changed their statements about fields. */
  refresh: () => void
  readonly view: ViewState
  /** Shared by the forms of one document, and with those of the nodes in its texts. */
  readonly inputs: TypedInputs
}

export type FormStateOptions = {
  fields: Field[]
  types: FieldTypes
  locale: string | null
  /** Slug of the collection or global, with which the server's schema paths begin. */
  root?: string
  login?: LoginRules | null
  counts?: ErrorFilter
  view?: ViewState
  /** Shared by the forms of one document. */
  inputs?: TypedInputs
} & ({ data: JsonObject } | { edits: Edits; around?: Surroundings })

let forms = 0

/**
 * A form over its own data, or over the edits of a document. A keystroke notifies the subscribers of its field and of
 * the containers around it; it never goes through React state above the field.
 */
export function createFormState(options: FormStateOptions): FormState {
  const { fields, types, locale, root = '' } = options
  const schema: DocumentSchema = { fields, types }
  const edits = 'edits' in options ? options.edits : createEdits({ schema, below: options.data })
  const around = 'edits' in options ? (options.around ?? null) : null
  const view = options.view ?? createViewState()
  const formId = `form-${(forms += 1)}`
  const inputs = options.inputs ?? createTypedInputs()
  const watchers = createWatchers()

  const resolve = (path: string): ResolvedField | null =>
    resolveField(fields, edits.data(), path, locale, root)
  const cellOf = (path: string) => ({ path, locale: cellLocale(fields, edits.data(), path, locale) })
  const { errors, shownErrors, overlay, setOverlay } = createValidity(options, {
    edits,
    around,
    inputs,
    resolve,
    cellOf,
  })
  const whole = createWholeForm({ edits, shownErrors, watchers })
  const { reading, statementsChanged } = createFormFields({
    fields,
    locale,
    edits,
    inputs,
    around,
    errors,
    shownErrors,
    overlay,
    watchers,
    resolve,
    cellOf,
    onChange: whole.changed,
  })

  function refresh(): void {
    shownErrors.changed()
    statementsChanged()
    whole.changed()
  }

  function perform(changes: readonly Change[], path: string, how: SetHow = {}): void {
    edits.perform(changes, { place: { path, locale: cellOf(path).locale }, ...how })
  }

  return {
    id: formId,
    fields,
    types,
    locale,
    data: edits.data,
    changes: edits.changes,
    resolve,
    ...reading,
    ...whole.reading,
    watchers,
    ...fieldSetters({ schema, edits, inputs, resolve, cellOf, perform }),
    blur() {
      edits.endBurst()
      around?.blur()
    },
    rows: createRowActions({ fields, types, locale, data: edits.data, resolve, cellOf, perform }),
    validate(only) {
      const blocking = errors.check(only)
      refresh()
      return blocking
    },
    unreadable: errors.unreadable,
    isValid: errors.isValid,
    setOverlay(next) {
      setOverlay(next)
      whole.endWait()
      refresh()
    },
    refresh,
    view,
    inputs,
  }
}

type FormParts = {
  edits: Edits
  inputs: TypedInputs
  resolve: (path: string) => ResolvedField | null
  /** Returns the document's cell for a path of this locale. */
  cellOf: (path: string) => { path: string; locale: string | null }
}

/** The form's own errors and those of the server, with the server's last answer about the fields. */
function createValidity(
  { fields, types, locale, login = null, counts = () => true }: FormStateOptions,
  { edits, around, inputs, resolve, cellOf }: FormParts & { around: Surroundings | null },
) {
  let overlay = emptyOverlay
  const errors = createFormErrors({
    schema: { fields, types },
    locale,
    login,
    counts,
    data: edits.data,
    resolve,
    inputs,
    cellOf,
    isHidden: (path) => !isVisible(overlay, path),
    isAnswered: (path) => overlay.has(path),
  })
  const shownErrors = createShownErrors({
    errors,
    overlay: () => overlay,
    around,
    cellOf,
    isEdited: edits.isEdited,
    isThere: (path) => missingRow(fields, edits.data(), path, locale) === null,
  })
  return {
    errors,
    shownErrors,
    overlay: () => overlay,
    setOverlay: (next: Overlay): void => {
      overlay = next
    },
  }
}

/** The snapshot of the form as a whole, with its subscribers and the requests to show a field. */
function createWholeForm({
  edits,
  shownErrors,
  watchers,
}: {
  edits: Edits
  shownErrors: ShownErrors
  watchers: Watchers
}): {
  reading: Pick<FormState, 'getForm' | 'subscribe' | 'show' | 'setAwaited'>
  /** Called when the snapshot may have changed. */
  changed: () => void
  /** Ends the wait for the server's first answer, without a call of the listeners. */
  endWait: () => void
} {
  const listeners = new Set<() => void>()
  let form: FormSnapshot | null = null
  let reveal: FormSnapshot['reveal'] = null
  let isAwaited = false

  function takeForm(): FormSnapshot {
    const history = edits.history()
    return {
      dirty: !edits.isEmpty(),
      invalid: shownErrors.paths(),
      reveal,
      isAwaited,
      canUndo: history.undo.length > 0,
      canRedo: history.redo.length > 0,
    }
  }

  function changed(): void {
    const before = form
    if (before === null) return
    form = keepSameForm(before, takeForm())
    if (form !== before) for (const listener of listeners) listener()
  }

  return {
    reading: {
      getForm: () => (form ??= takeForm()),
      subscribe(listener) {
        // A later snapshot is compared with this one.
        form ??= takeForm()
        listeners.add(listener)
        return watchers.add(() => listeners.delete(listener))
      },
      show(path, { at = path, inNode = null, focus = true } = {}) {
        reveal = { path, at, inNode, focus, requestId: (reveal?.requestId ?? 0) + 1 }
        changed()
      },
      setAwaited(next) {
        isAwaited = next
        changed()
      },
    },
    changed,
    endWait() {
      isAwaited = false
    },
  }
}

/** Returns the actions that set fields; each one is one undo step, except for typing. */
function fieldSetters({
  schema,
  edits,
  inputs,
  resolve,
  cellOf,
  perform,
}: FormParts & {
  schema: DocumentSchema
  perform: (changes: readonly Change[], path: string, how?: SetHow) => void
}): Pick<FormState, 'setField' | 'setFields' | 'make' | 'setText'> {
  const { fields, types } = schema
  return {
    setField(path, value, { madeOn, ...how } = {}) {
      const cell = cellOf(path)
      const field = resolve(path)?.field
      const from = getValue(fields, edits.data(), path, cell.locale)
      const original = edits.original(path, cell.locale)
      const to =
        field === undefined
          ? value
          : closest(types, field, value, original === undefined ? from : asJson(original))
      if (sameJson(from, to)) inputs.set(cell, null)
      else if (madeOn === undefined) perform([{ kind: 'set', ...cell, from, to }], path, how)
      else
        edits.perform([{ kind: 'set', ...cell, from: madeOn, to }], {
          place: { path, locale: cell.locale },
          ...how,
          isAgainst: true,
        })
    },
    setFields(values, how) {
      const changes = Object.entries(values).flatMap(([path, to]): Change[] => {
        const cell = cellOf(path)
        const from = getValue(fields, edits.data(), path, cell.locale)
        return sameJson(from, to) ? [] : [{ kind: 'set', ...cell, from, to }]
      })
      const [first] = changes
      if (first !== undefined) perform(changes, first.path, how)
    },
    make(changes) {
      const [first] = changes
      if (first === undefined) return
      edits.endBurst()
      edits.perform(changes, { place: { path: first.path, locale: first.locale } })
    },
    setText(path, text, error = { key: 'validation:invalidInput' }) {
      inputs.set(cellOf(path), text === null ? null : { text, error })
    },
  }
}

/** Returns the value, but the original if both are equal by the field's type, and null for an empty text or list. */
function closest(types: FieldTypes, field: ResolvedField['field'], value: Json, original: Json): Json {
  const type = valueType(types, field)
  if (type.equal(field, value, original)) return original
  const isBlank = value === '' || (Array.isArray(value) && value.length === 0)
  return isBlank && type.isEmpty(field, value) ? null : value
}

function asJson(value: Change['from']): Json {
  return Array.isArray(value) ? [...value] : value
}

/** True if a container is among those around a field. */
export function isAround(
  containers: readonly Container[],
  container: Pick<Container, 'path' | 'part'>,
): boolean {
  return containers.some((one) => one.path === container.path && one.part === container.part)
}
