import { isRows } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { getStored, getValue, isWithin } from '../../shared/document/path.ts'
import { hasInnerLocales } from '../../shared/document/project.ts'
import type { ResolvedField } from '../../shared/document/resolve-field.ts'
import type { Json } from '../../shared/json.ts'
import type { Edits } from './edits.ts'
import type { FormErrors } from './form-errors.ts'
import { isVisible, type Overlay } from './form-overlay.ts'
import { createReaders, createWithinReaders, rowsTouched, type Readers } from './form-readers.ts'
import { rowsOf } from './form-rows.ts'
import {
  sameField,
  sameRows,
  strongestMark,
  type FieldMark,
  type FieldSnapshot,
  type RowsSnapshot,
  type Surroundings,
} from './form-snapshot.ts'
import { isInvalid, type ShownErrors } from './shown-errors.ts'
import { withoutNode, type TypedInputs } from './typed-inputs.ts'
import type { Watchers } from './watchers.ts'

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

/** The fields and lists of a form in one locale, as its components read them. */
export type FormReading = {
  getField: (path: string) => FieldSnapshot
  subscribeField: (path: string, listener: () => void) => () => void
  /** Returns a list as ids and types (DM8). */
  getRows: (path: string) => RowsSnapshot
  subscribeRows: (path: string, listener: () => void) => () => void
  /**
   * Returns the one-locale data of a path, such as a row or a group. For labels; its reader subscribes with
   * subscribeWithin.
   */
  read: (path: string) => Json
  subscribeWithin: (path: string, listener: () => void) => () => void
  /** Returns the stored data of a path, in all locales and not copied. */
  stored: (path: string) => Json
  /** Returns the strongest mark at a path or below it. */
  markWithin: (path: string) => FieldMark
}

/** The reading of a form, and its notice of changed statements. */
export type FormFields = {
  reading: FormReading
  /** Called when the statements about the fields may have changed. */
  statementsChanged: () => void
}

type FormFieldsOptions = {
  fields: Field[]
  locale: string | null
  edits: Edits
  inputs: TypedInputs
  around: Surroundings | null
  errors: Pick<FormErrors, 'edited'>
  shownErrors: ShownErrors
  overlay: () => Overlay
  watchers: Watchers
  resolve: (path: string) => ResolvedField | null
  cellOf: (path: string) => { path: string; locale: string | null }
  /** Called after each edit and each typed input that the form shows. */
  onChange: () => void
}

export function createFormFields(options: FormFieldsOptions): FormFields {
  const { fields, locale, edits, inputs, around, shownErrors, watchers, cellOf, onChange } = options
  const fieldReaders = createReaders((path) => takeField(options, path), sameField)
  const rowsReaders = createReaders(
    (path): RowsSnapshot => rowsOf(getStored(fields, edits.data(), path, cellOf(path).locale)),
    sameRows,
  )
  const withinReaders = createWithinReaders()
  const changed = changeNotifier(options, { fieldReaders, rowsReaders, withinReaders })

  edits.subscribe((changes) => {
    shownErrors.changed()
    if (changes === null) {
      fieldReaders.allChanged()
      rowsReaders.allChanged()
      withinReaders.allChanged()
    } else for (const change of changes) changed(change)
    onChange()
  })

  inputs.subscribe((cell) => {
    if (cell.locale !== null && cell.locale !== locale) return
    shownErrors.changed()
    const { path } = withoutNode(cell.path)
    fieldReaders.changed(path)
    withinReaders.changed(path)
    onChange()
  })

  return {
    reading: {
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
    },
    statementsChanged() {
      fieldReaders.allChanged()
      withinReaders.allChanged()
    },
  }
}

/** Takes the snapshot of a field; empty fields without any state share the one object UNTOUCHED. */
function takeField(
  { fields, locale, edits, inputs, around, shownErrors, overlay, resolve, cellOf }: FormFieldsOptions,
  path: string,
): FieldSnapshot {
  const cell = cellOf(path)
  const stored = getStored(fields, edits.data(), path, cell.locale)
  const isList = Array.isArray(stored) && isListAt(path)
  const value = isList ? null : getValue(fields, edits.data(), path, locale)
  const error = shownErrors.at(path, cell)
  const { mark, since } = around?.mark(path, cell) ?? {
    mark: edits.isEdited(path, cell.locale) ? ('edited' as const) : ('none' as const),
    since: null,
  }
  const field = overlay().get(path)
  const next: FieldSnapshot = {
    value,
    text: inputs.at(cell)?.text ?? null,
    mark: strongestMark([mark, isInvalid(error) ? 'invalid' : 'none']),
    since: mark === 'waiting' ? since : null,
    error,
    visible: isVisible(overlay(), path),
    choices: field?.choices ?? null,
    filters: field?.filters ?? null,
  }
  return sameField(next, UNTOUCHED) ? UNTOUCHED : next

  function isListAt(at: string): boolean {
    const list = resolve(at)?.field
    return list !== undefined && isRows(list)
  }
}

/** Returns the function that notifies the readers which one change concerns. */
function changeNotifier(
  { locale, inputs, around, errors, shownErrors, resolve }: FormFieldsOptions,
  {
    fieldReaders,
    rowsReaders,
    withinReaders,
  }: {
    fieldReaders: Readers<FieldSnapshot>
    rowsReaders: Readers<RowsSnapshot>
    withinReaders: ReturnType<typeof createWithinReaders>
  },
): (change: Change) => void {
  function isSharedWithWords(path: string): boolean {
    const field = resolve(path)?.field
    return field !== undefined && hasInnerLocales(field)
  }

  return (change) => {
    const { path } = change
    if (change.locale !== null && change.locale !== locale) {
      // A shared text with parts per locale changes in all locales.
      if (isSharedWithWords(path)) fieldReaders.changed(path)
      // Some readers use the stored data of all locales.
      withinReaders.changed(path)
      return
    }
    // The edit replaces text typed in the same field.
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
}
