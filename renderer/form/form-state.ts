import { isRows } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import type { DocumentSchema } from '../../shared/document/document-schema.ts'
import { cellLocale, getStored, getValue, isWithin, missingRow } from '../../shared/document/path.ts'
import { hasInnerLocales } from '../../shared/document/project.ts'
import { resolveField, type Container, type ResolvedField } from '../../shared/document/resolve-field.ts'
import { valueType, type FieldTypes } from '../../shared/fields/field-type.ts'
import { sameJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { createEdits, type Edits } from './edits.ts'
import { createFormErrors, type ErrorFilter, type LoginRules } from './form-errors.ts'
import { emptyOverlay, isVisible, type Overlay } from './form-overlay.ts'
import { createReaders, createWithinReaders, rowsTouched } from './form-readers.ts'
import { createRowActions, rowsOf, type RowActions } from './form-rows.ts'
import {
  keepSameForm,
  sameField,
  sameRows,
  strongestMark,
  type FieldMark,
  type FieldSnapshot,
  type FormSnapshot,
  type Reveal,
  type RowsSnapshot,
} from './form-snapshot.ts'
import { createShownErrors, isInvalid } from './shown-errors.ts'
import type { Surroundings } from './surroundings.ts'
import { createTypedInputs, withoutNode, type TypedInputs } from './typed-inputs.ts'
import { createViewState, type ViewState } from './view-state.ts'
import { createWatchers, type Watchers } from './watchers.ts'

/**
 * How a value was made, for undo (DM7). `part`: which part of a value is typed in, where it has several. `madeOn`: the
 * value that it was made on, where what is there by now is another one that it does not agree with (SY6).
 */
export type SetHow = {
  typing?: boolean
  composing?: boolean
  part?: string
  gesture?: string
  madeOn?: Json
}

/** Any form: fields, their values in one locale, what is wrong with them, and what can be done to them. */
export type FormState = {
  /** Names the form among all that are open: ids of elements begin with it. */
  readonly id: string
  readonly fields: Field[]
  readonly types: FieldTypes
  readonly locale: string | null
  /** All locales, with the edits. */
  data: () => JsonObject
  changes: () => Change[]
  resolve: (path: string) => ResolvedField | null
  getField: (path: string) => FieldSnapshot
  subscribeField: (path: string, listener: () => void) => () => void
  /** A list as ids and types (DM8). */
  getRows: (path: string) => RowsSnapshot
  subscribeRows: (path: string, listener: () => void) => () => void
  /** The one-locale view of a place: a row, a group. For labels; who calls it subscribes with subscribeWithin. */
  read: (path: string) => Json
  subscribeWithin: (path: string, listener: () => void) => () => void
  /** What is stored at a place, in all locales; nothing is copied. */
  stored: (path: string) => Json
  /** The strongest mark of all that lies at a path or below it. */
  markWithin: (path: string) => FieldMark
  getForm: () => FormSnapshot
  subscribe: (listener: () => void) => () => void
  /** Whether anybody looks at any of it. */
  readonly watchers: Pick<Watchers, 'isWatched' | 'onFirst' | 'onLast'>
  setField: (path: string, value: Json, how?: SetHow) => void
  /** Several fields at once, one step for undo: what belongs together. */
  setFields: (values: Readonly<Record<string, Json>>, how?: SetHow) => void
  /** Edits that were worked out already, in whatever locale: one step for undo. */
  make: (changes: readonly Change[]) => void
  /** What was typed is no value of the field: it is kept as it is, and keeps the form from being saved (F50). */
  setText: (path: string, text: string | null, error?: FieldError) => void
  /** A field lost the focus: what is typed next is another step, and what was typed is written at once (SY1). */
  blur: () => void
  rows: RowActions
  /** Checks everything; marks the fields and answers the paths that keep it from being saved, in order. */
  validate: (only?: string) => string[]
  /** Where what was typed is no value of the field (F50); also what is saved without a check has to wait for it. */
  unreadable: () => string[]
  /** Whether `validate` would find nothing; nothing is shown of it. */
  isValid: () => boolean
  /** Brings a field into view, or `at` once what is around the field is open; and into focus unless it is not to be. */
  show: (path: string, how?: Partial<Omit<Reveal, 'requestId' | 'path'>>) => void
  setOverlay: (overlay: Overlay) => void
  /** Whether the first answer of the server is still to come; an overlay is one. */
  setAwaited: (isAwaited: boolean) => void
  /** What is around the form says other things of its fields now. */
  refresh: () => void
  readonly view: ViewState
  /** Shared by the forms of one document, and with those of the nodes in its texts. */
  readonly inputs: TypedInputs
}

export type FormStateOptions = {
  fields: Field[]
  types: FieldTypes
  locale: string | null
  /** Name of the collection or global, with which the server's schema paths begin. */
  root?: string
  login?: LoginRules | null
  counts?: ErrorFilter
  view?: ViewState
  /** Shared by the forms of one document. */
  inputs?: TypedInputs
} & ({ data: JsonObject } | { edits: Edits; around?: Surroundings })

const UNTOUCHED: FieldSnapshot = {
  value: null,
  text: null,
  mark: 'none',
  since: null,
  error: null,
  visible: true,
  choices: null,
  filters: null,
}

let forms = 0

/**
 * A form over data of its own, or over the edits of a document. A keystroke wakes those who look at its field, and
 * those who look at something that holds it; it never goes through React state above the field.
 */
export function createFormState(options: FormStateOptions): FormState {
  const { fields, types, locale, root = '', login = null, counts = () => true } = options
  const schema: DocumentSchema = { fields, types }
  const edits = 'edits' in options ? options.edits : createEdits({ schema, below: options.data })
  const around = 'edits' in options ? (options.around ?? null) : null
  const view = options.view ?? createViewState()
  const formId = `form-${(forms += 1)}`
  const inputs = options.inputs ?? createTypedInputs()
  let overlay = emptyOverlay
  let reveal: FormSnapshot['reveal'] = null
  let isAwaited = false

  const resolve = (path: string): ResolvedField | null =>
    resolveField(fields, edits.data(), path, locale, root)
  const cellOf = (path: string) => ({ path, locale: cellLocale(fields, edits.data(), path, locale) })
  const errors = createFormErrors({
    schema,
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

  const fieldReaders = createReaders(takeField, sameField)
  const rowsReaders = createReaders(takeRows, sameRows)
  const withinReaders = createWithinReaders()
  const formListeners = new Set<() => void>()
  const watchers = createWatchers()
  let form: FormSnapshot | null = null
  const shownErrors = createShownErrors({
    errors,
    overlay: () => overlay,
    around,
    cellOf,
    isEdited: edits.isEdited,
    isThere: (path) => missingRow(fields, edits.data(), path, locale) === null,
  })
  const rows = createRowActions({ fields, types, locale, data: edits.data, resolve, cellOf, perform })

  function takeField(path: string): FieldSnapshot {
    const cell = cellOf(path)
    const stored = getStored(fields, edits.data(), path, cell.locale)
    const isList = Array.isArray(stored) && isListAt(path)
    const value = isList ? null : getValue(fields, edits.data(), path, locale)
    const error = shownErrors.at(path, cell)
    const { mark, since } = around?.mark(path, cell) ?? {
      mark: edits.isEdited(path, cell.locale) ? ('edited' as const) : ('none' as const),
      since: null,
    }
    const field = overlay.get(path)
    const next: FieldSnapshot = {
      value,
      text: inputs.at(cell)?.text ?? null,
      mark: strongestMark([mark, isInvalid(error) ? 'invalid' : 'none']),
      since: mark === 'waiting' ? since : null,
      error,
      visible: isVisible(overlay, path),
      choices: field?.choices ?? null,
      filters: field?.filters ?? null,
    }
    return sameField(next, UNTOUCHED) ? UNTOUCHED : next
  }

  function isSharedWithWords(path: string): boolean {
    const field = resolve(path)?.field
    return field !== undefined && hasInnerLocales(field)
  }

  function isListAt(path: string): boolean {
    const field = resolve(path)?.field
    return field !== undefined && isRows(field)
  }

  function takeRows(path: string): RowsSnapshot {
    return rowsOf(getStored(fields, edits.data(), path, cellOf(path).locale))
  }

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

  function formChanged(): void {
    const before = form
    if (before === null) return
    form = keepSameForm(before, takeForm())
    if (form !== before) for (const listener of formListeners) listener()
  }

  function refresh(): void {
    shownErrors.changed()
    fieldReaders.allChanged()
    withinReaders.allChanged()
    formChanged()
  }

  edits.subscribe((changes) => {
    shownErrors.changed()
    if (changes === null) {
      fieldReaders.allChanged()
      rowsReaders.allChanged()
      withinReaders.allChanged()
      formChanged()
      return
    }
    for (const change of changes) {
      const { path } = change
      if (change.locale !== null && change.locale !== locale) {
        // What is shared, with words of each locale in it, is another one in all of them.
        if (isSharedWithWords(path)) fieldReaders.changed(path)
        // Whoever reads what is stored in all locales.
        withinReaders.changed(path)
        continue
      }
      // Another edit of the field takes the place of what was typed there.
      if (change.kind === 'set') inputs.set(change, null)
      if (change.kind === 'rows') {
        for (const row of rowsTouched(change)) {
          fieldReaders.changedWithin(row)
          rowsReaders.changedWithin(row)
        }
        rowsReaders.changed(path)
      }
      for (const other of errors.edited(path)) if (other !== path) fieldReaders.changed(other)
      around?.edited(path)
      shownErrors.changed()
      fieldReaders.changed(path)
      withinReaders.changed(path)
    }
    formChanged()
  })

  inputs.subscribe((cell) => {
    if (cell.locale !== null && cell.locale !== locale) return
    shownErrors.changed()
    const { path } = withoutNode(cell.path)
    fieldReaders.changed(path)
    withinReaders.changed(path)
    formChanged()
  })

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
    getField: fieldReaders.get,
    subscribeField: (path, listener) => watchers.add(fieldReaders.subscribe(path, listener)),
    getRows: rowsReaders.get,
    subscribeRows: (path, listener) => watchers.add(rowsReaders.subscribe(path, listener)),
    read: (path) => getValue(fields, edits.data(), path, locale),
    subscribeWithin: (path, listener) => watchers.add(withinReaders.subscribe(path, listener)),
    stored: (path) => getStored(fields, edits.data(), path, cellOf(path).locale),
    markWithin: (path) =>
      strongestMark([
        shownErrors.paths().some((one) => isWithin(one, path)) ? 'invalid' : 'none',
        around?.markWithin(path) ?? (edits.isEditedWithin(path, locale) ? 'edited' : 'none'),
      ]),
    getForm: () => (form ??= takeForm()),
    subscribe(listener) {
      // What is new is told by what was there before.
      form ??= takeForm()
      formListeners.add(listener)
      return watchers.add(() => formListeners.delete(listener))
    },
    watchers,
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
    blur() {
      edits.endBurst()
      around?.blur()
    },
    rows,
    validate(only) {
      const blocking = errors.check(only)
      refresh()
      return blocking
    },
    unreadable: errors.unreadable,
    isValid: errors.isValid,
    show(path, { at = path, inNode = null, focus = true } = {}) {
      reveal = { path, at, inNode, focus, requestId: (reveal?.requestId ?? 0) + 1 }
      formChanged()
    },
    setOverlay(next) {
      overlay = next
      isAwaited = false
      refresh()
    },
    setAwaited(next) {
      isAwaited = next
      formChanged()
    },
    refresh,
    view,
    inputs,
  }
}

/** The value itself; what a person would call the same as it was is as it was, and nothing is null. */
function closest(types: FieldTypes, field: ResolvedField['field'], value: Json, original: Json): Json {
  const type = valueType(types, field)
  if (type.equal(field, value, original)) return original
  const isBlank = value === '' || (Array.isArray(value) && value.length === 0)
  return isBlank && type.isEmpty(field, value) ? null : value
}

function asJson(value: Change['from']): Json {
  return Array.isArray(value) ? [...value] : value
}

/** Whether a container is among those around a place. */
export function isAround(
  containers: readonly Container[],
  container: Pick<Container, 'path' | 'part'>,
): boolean {
  return containers.some((one) => one.path === container.path && one.part === container.part)
}
