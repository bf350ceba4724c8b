import { isRows, rowId } from '../../shared/cms/fields.ts'
import type { Field, RowsField } from '../../shared/cms/schema-model.ts'
import { type Change, type RowsChange } from '../../shared/document/change.ts'
import { isIdle } from '../../shared/document/coalesce.ts'
import { initialData } from '../../shared/document/defaults.ts'
import type { DocumentSchema } from '../../shared/document/document-schema.ts'
import { cellLocale, getStored, getValue, isWithin, missingRow } from '../../shared/document/path.ts'
import { hasInnerLocales } from '../../shared/document/project.ts'
import { resolveField, type Container, type ResolvedField } from '../../shared/document/resolve-field.ts'
import { newRowId } from '../../shared/document/row-id.ts'
import { isNamedRow } from '../../shared/document/row-index.ts'
import {
  duplicateRows,
  insertRows,
  listAt,
  moveRows,
  removeRows,
  type ListPlace,
} from '../../shared/document/row-operations.ts'
import { valueType, type FieldTypes } from '../../shared/fields/field-type.ts'
import { isPlainJson, own, sameJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { createEdits, type Edits } from './edits.ts'
import { createFormErrors, type ErrorFilter, type LoginRules } from './form-errors.ts'
import { emptyOverlay, isVisible, type Overlay } from './form-overlay.ts'
import { createReaders, createWithinReaders, rowsTouched } from './form-readers.ts'
import {
  keepSameForm,
  sameField,
  sameRows,
  strongestMark,
  type FieldMark,
  type FieldSnapshot,
  type FormSnapshot,
  type Reveal,
  type RowHead,
  type RowsSnapshot,
  type ShownError,
} from './form-snapshot.ts'
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
  /** What is around the form says other things of its fields now. */
  refresh: () => void
  readonly view: ViewState
  /** Shared by the forms of one document, and with those of the nodes in its texts. */
  readonly inputs: TypedInputs
}

/** What can be done to the rows of a list (DM6). Ids of rows; all of them one step for undo each. */
export type RowActions = {
  /** A new row in front of the one at `index`. `blockType` for blocks. Answers its id, null where it cannot be. */
  add: (path: string, index: number, blockType?: string | null) => string | null
  /** Rows with their content in stored shape; they have ids of their own. */
  insert: (path: string, index: number, contents: readonly JsonObject[]) => void
  remove: (path: string, ids: readonly string[]) => void
  /** In front of the row that is at `index` before the move. */
  move: (path: string, ids: readonly string[], index: number) => void
  duplicate: (path: string, ids: readonly string[]) => string[]
  /** Rows in stored shape, in the order of the list. */
  contents: (path: string, ids: readonly string[]) => JsonObject[]
  /** All rows that a localized list has in another locale, in stored shape. */
  contentsIn: (path: string, locale: string) => JsonObject[]
}

/** What something around the form says about a field: where its edits are, what the server said of it. */
export type Surroundings = {
  mark: (
    path: string,
    cell: { path: string; locale: string | null },
  ) => { mark: FieldMark; since: string | null }
  /** The same as one mark for all that lies at a path or below it. */
  markWithin: (path: string) => FieldMark
  /** Where the server has refused something, in the form's locale and in what all locales share. */
  refusedPaths: () => string[]
  refused: (path: string, cell: { path: string; locale: string | null }) => ShownError | null
  /** An edit was made here: what the server said of the field is no longer about what is there. */
  edited: (path: string) => void
  /** A field lost the focus. */
  blur: () => void
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
const NO_ROWS: RowsSnapshot = { rows: [] }

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
  /** Where the server's own validation has found something; most fields it says nothing about. */
  let judged: string[] = []
  let invalid: readonly string[] | null = null

  /** What is wrong in the form, whoever says so: what the form and its fields show is decided here. */
  function invalidPaths(): readonly string[] {
    if (invalid !== null) return invalid
    const said = [...judged, ...(around?.refusedPaths() ?? [])]
    const there = said.filter((path) => missingRow(fields, edits.data(), path, locale) === null)
    invalid = [...new Set([...errors.paths(), ...there])].filter(
      (path) => isVisible(overlay, path) && isInvalid(errorAt(path, cellOf(path))),
    )
    return invalid
  }

  function errorAt(path: string, cell: { path: string; locale: string | null }): ShownError | null {
    const error = errors.at(path)
    const found: ShownError | null = error === null ? null : { by: 'form', error }
    if (isInvalid(found)) return found
    // Of a field that nobody has touched it is not said yet.
    const said = edits.isEdited(path, cell.locale) ? (overlay.get(path)?.error ?? null) : null
    if (said !== null) return { by: 'server', message: said }
    return around?.refused(path, cell) ?? found
  }

  function takeField(path: string): FieldSnapshot {
    const cell = cellOf(path)
    const stored = getStored(fields, edits.data(), path, cell.locale)
    const isList = Array.isArray(stored) && isListAt(path)
    const value = isList ? null : getValue(fields, edits.data(), path, locale)
    const error = errorAt(path, cell)
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
    const stored = getStored(fields, edits.data(), path, cellOf(path).locale)
    if (!Array.isArray(stored) || stored.length === 0) return NO_ROWS
    const rows = stored.flatMap((row, at): RowHead[] => {
      const key = rowId(row)
      if (!isPlainJson(row) || key === null || !isNamedRow(stored, at)) return []
      const type = own(row, 'blockType')
      return [{ id: key, type: typeof type === 'string' ? type : null }]
    })
    return { rows }
  }

  function takeForm(): FormSnapshot {
    const history = edits.history()
    return {
      dirty: !edits.isEmpty(),
      invalid: invalidPaths(),
      reveal,
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
    invalid = null
    fieldReaders.allChanged()
    withinReaders.allChanged()
    formChanged()
  }

  edits.subscribe((changes) => {
    invalid = null
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
      invalid = null
      fieldReaders.changed(path)
      withinReaders.changed(path)
    }
    formChanged()
  })

  inputs.subscribe((cell) => {
    if (cell.locale !== null && cell.locale !== locale) return
    invalid = null
    const { path } = withoutNode(cell.path)
    fieldReaders.changed(path)
    withinReaders.changed(path)
    formChanged()
  })

  function perform(changes: readonly Change[], path: string, how: SetHow = {}): void {
    edits.perform(changes, { place: { path, locale: cellOf(path).locale }, ...how })
  }

  function listPlace(path: string): { field: RowsField; place: ListPlace } | null {
    const field = resolve(path)?.field
    return field !== undefined && isRows(field) ? { field, place: cellOf(path) } : null
  }

  function onRows(
    path: string,
    make: (field: RowsField, list: ReturnType<typeof listAt>) => RowsChange | null,
  ): RowsChange | null {
    const list = listPlace(path)
    if (list === null) return null
    const change = make(list.field, listAt(fields, edits.data(), list.place))
    // A row that is dropped where it stood is nothing to take back.
    if (change !== null && !isIdle(change)) perform([change], path)
    return change
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
        invalidPaths().some((one) => isWithin(one, path)) ? 'invalid' : 'none',
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
    rows: {
      add(path, index, blockType = null) {
        const field = listPlace(path)?.field
        if (field === undefined) return null
        const inRow = rowContents(field, blockType)
        if (inRow === null) return null
        const added = newRowId()
        const localized = resolve(path)?.localized === true
        const content: JsonObject = {
          id: added,
          ...(field.type === 'blocks' && blockType !== null && { blockType }),
          ...initialData(types, inRow, localized ? null : locale),
        }
        onRows(path, (_field, list) => insertRows(list, index, [content]))
        return added
      },
      insert: (path, index, contents) =>
        void onRows(path, (_field, list) => insertRows(list, index, contents)),
      remove: (path, ids) => void onRows(path, (_field, list) => removeRows(list, ids)),
      move: (path, ids, index) => void onRows(path, (_field, list) => moveRows(list, ids, index)),
      duplicate(path, ids) {
        const change = onRows(path, (field, list) => duplicateRows(field, list, ids))
        return change === null ? [] : change.to.filter((key) => own(change.added, key) !== undefined)
      },
      contents(path, ids) {
        const stored = getStored(fields, edits.data(), path, cellOf(path).locale)
        const rows = Array.isArray(stored) ? stored.filter(isPlainJson) : []
        return rows.filter((row) => ids.includes(rowId(row) ?? ''))
      },
      contentsIn(path, other) {
        const stored = getStored(fields, edits.data(), path, cellLocale(fields, edits.data(), path, other))
        return Array.isArray(stored) ? stored.filter(isPlainJson) : []
      },
    },
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
      judged = [...next].flatMap(([path, field]) => (field.error === null ? [] : [path]))
      refresh()
    },
    refresh,
    view,
    inputs,
  }
}

/** Advice is shown, and keeps nothing back. */
function isInvalid(error: ShownError | null): boolean {
  return error !== null && !(error.by === 'form' && error.error.advice === true)
}

/** The fields of a new row; null where there is no such block. */
function rowContents(field: RowsField, blockType: string | null): Field[] | null {
  if (field.type === 'array') return field.fields
  return field.blocks.find((block) => block.slug === blockType)?.fields ?? null
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
