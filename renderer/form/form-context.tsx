import { createContext, useCallback, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Json } from '../../shared/json.ts'
import type { DocumentForm } from './document-form.ts'
import {
  sameFieldState,
  strongestMark,
  type DocumentSnapshot,
  type FieldMark,
  type FieldSnapshot,
  type FieldState,
  type FormSnapshot,
  type RowsSnapshot,
} from './form-snapshot.ts'
import type { FormState, SetHow } from './form-state.ts'

const FormContext = createContext<FormState | null>(null)
const SecondFormContext = createContext<FormState | null>(null)
const DocumentContext = createContext<DocumentForm | null>(null)

export function FormProvider({ form, children }: { form: FormState; children: ReactNode }) {
  return <FormContext value={form}>{children}</FormContext>
}

/** Provides the document's form in the second locale on the screen; null if there is only one. */
export function SecondFormProvider({ form, children }: { form: FormState | null; children: ReactNode }) {
  return <SecondFormContext value={form}>{children}</SecondFormContext>
}

/** Provides the open document around its form in one locale. */
export function DocumentProvider({ document, children }: { document: DocumentForm; children: ReactNode }) {
  return <DocumentContext value={document}>{children}</DocumentContext>
}

/** Returns the form around this component. */
export function useForm(): FormState {
  const form = useContext(FormContext)
  if (!form) throw new Error('useForm outside of a FormProvider')
  return form
}

/** Returns the form around this component, or null. */
export function useOpenForm(): FormState | null {
  return useContext(FormContext)
}

/** Returns the form of the second locale, or null. */
export function useSecondForm(): FormState | null {
  return useContext(SecondFormContext)
}

/** Returns the open document around this component. */
export function useDocument(): DocumentForm {
  const document = useContext(DocumentContext)
  if (!document) throw new Error('useDocument outside of a DocumentProvider')
  return document
}

/** Returns the open document around this component; null in other forms, such as that of bulk edit. */
export function useOpenDocument(): DocumentForm | null {
  return useContext(DocumentContext)
}

export type FieldControl = FieldSnapshot & {
  setValue: (value: Json, how?: SetHow) => void
  onBlur: () => void
}

/** Returns one field's value and state; renders again only when something about this field changed. */
export function useField(path: string): FieldControl {
  const form = useForm()
  const snapshot = useFieldSnapshot(path)
  const setValue = useCallback((value: Json, how?: SetHow) => form.setField(path, value, how), [form, path])
  return { ...snapshot, setValue, onBlur: form.blur }
}

export function useFieldSnapshot(path: string): FieldSnapshot {
  const form = useForm()
  const subscribe = useCallback((listener: () => void) => form.subscribeField(path, listener), [form, path])
  return useSyncExternalStore(subscribe, () => form.getField(path))
}

/**
 * Returns a field's state for an input that holds its own text and reads the value itself: a key that changes only
 * the value renders nothing.
 */
export function useFieldState(path: string): FieldState {
  const form = useForm()
  const subscribe = useCallback((listener: () => void) => form.subscribeField(path, listener), [form, path])
  const read = useMemo(() => withoutValue(() => form.getField(path)), [form, path])
  return useSyncExternalStore(subscribe, read)
}

/** Returns the same object while only the value changes. */
function withoutValue(read: () => FieldState): () => FieldState {
  let last = read()
  return () => {
    const now = read()
    if (!sameFieldState(last, now)) last = now
    return last
  }
}

/** Returns the value of a field while it is shown here; otherwise null. */
export function useFieldValue(path: string, isShown: boolean): Json {
  const form = useForm()
  const subscribe = useCallback(
    (listener: () => void) => (isShown ? form.subscribeField(path, listener) : () => undefined),
    [form, path, isShown],
  )
  return useSyncExternalStore(subscribe, () => (isShown ? form.getField(path).value : null))
}

/** True if the server's conditions show the field in a locale on the screen. */
export function useVisible(path: string): boolean {
  const form = useForm()
  const second = useSecondForm()
  const here = useVisibleIn(form, path)
  const beside = useVisibleIn(second ?? form, path)
  return here || beside
}

function useVisibleIn(form: FormState, path: string): boolean {
  const subscribe = useCallback((listener: () => void) => form.subscribeField(path, listener), [form, path])
  return useSyncExternalStore(subscribe, () => form.getField(path).visible)
}

/** Returns a list as ids and types; renders again only when rows come, go or move (DM8). */
export function useRows(path: string): RowsSnapshot {
  const form = useForm()
  const subscribe = useCallback((listener: () => void) => form.subscribeRows(path, listener), [form, path])
  return useSyncExternalStore(subscribe, () => form.getRows(path))
}

/**
 * Returns a text made from stored data in all locales, such as a row's label; renders again when the text changes.
 * Compares only the text (DM8).
 */
export function useStoredWithin(path: string, read: (stored: Json) => string): string {
  const form = useForm()
  const subscribe = useCallback((listener: () => void) => form.subscribeWithin(path, listener), [form, path])
  return useSyncExternalStore(subscribe, () => read(form.stored(path)))
}

/** Returns the strongest mark at a path or below it, in all locales on the screen. */
export function useMarkWithin(path: string): FieldMark {
  const form = useForm()
  const second = useSecondForm()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [form, ...(second ? [second] : [])].map((one) => one.subscribeWithin(path, listener))
      return () => stops.forEach((stop) => stop())
    },
    [form, second, path],
  )
  return useSyncExternalStore(subscribe, () =>
    second === null ? form.markWithin(path) : strongestMark([form.markWithin(path), second.markWithin(path)]),
  )
}

/** Selects from a whole form. `select` must return a primitive or an unchanged part of the snapshot. */
export function useStateOf<T>(form: FormState, select: (snapshot: FormSnapshot) => T): T {
  return useSyncExternalStore(form.subscribe, () => select(form.getForm()))
}

/** An invalid field, in the form of a locale on the screen. */
export type InvalidPlace = { form: FormState; path: string }

/** Returns the invalid fields of all locales on the screen; shared ones only once. */
export function useInvalidPlaces(): readonly InvalidPlace[] {
  const form = useForm()
  const second = useSecondForm()
  const here = useStateOf(form, invalidOf)
  const beside = useStateOf(second ?? form, invalidOf)
  return useMemo(() => {
    const known = new Set(here)
    const own =
      second === null
        ? []
        : beside.filter((path) => !known.has(path) || second.resolve(path)?.localized === true)
    return [
      ...here.map((path) => ({ form, path })),
      ...(second === null ? [] : own.map((path) => ({ form: second, path }))),
    ]
  }, [form, second, here, beside])
}

const invalidOf = ({ invalid }: FormSnapshot) => invalid

/** Selects from the whole document. `select` must return a primitive or an unchanged part of the snapshot. */
export function useDocumentState<T>(select: (snapshot: DocumentSnapshot) => T): T {
  const document = useDocument()
  return useSyncExternalStore(document.subscribe, () => select(document.getDocument()))
}

/** True unless the document is new and has no edit yet. */
export function useIsBegun(): boolean {
  return useDocumentState(({ view, dirty }) => !view.isNew || dirty || view.entries.length > 0)
}

/** Returns a part of the form's view state, which outlives the component (see view-state.ts). */
export function useViewState<T extends Json>(
  key: string,
  initial: T,
  isValid: (value: Json) => value is T,
): [T, (value: T) => void] {
  const { view } = useForm()
  const subscribe = useCallback((listener: () => void) => view.subscribe(key, listener), [view, key])
  const value = useSyncExternalStore(subscribe, () => view.get(key))
  const set = useCallback((next: T) => view.set(key, next), [view, key])
  return [value !== undefined && isValid(value) ? value : initial, set]
}

/** Returns the element id of a field's input, unique across forms. */
export function fieldId(form: Pick<FormState, 'id'>, path: string): string {
  return `${form.id}-${path}`
}
