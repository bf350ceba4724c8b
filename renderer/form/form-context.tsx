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

/** The same document in the locale that is shown beside that of the form; null: there is only one on the screen. */
export function SecondFormProvider({ form, children }: { form: FormState | null; children: ReactNode }) {
  return <SecondFormContext value={form}>{children}</SecondFormContext>
}

/** The open document around its form in one locale. */
export function DocumentProvider({ document, children }: { document: DocumentForm; children: ReactNode }) {
  return <DocumentContext value={document}>{children}</DocumentContext>
}

/** The form around this component. */
export function useForm(): FormState {
  const form = useContext(FormContext)
  if (!form) throw new Error('useForm outside of a FormProvider')
  return form
}

/** The same, null where there is none. */
export function useOpenForm(): FormState | null {
  return useContext(FormContext)
}

/** The form beside it, in a second locale; null where there is none. */
export function useSecondForm(): FormState | null {
  return useContext(SecondFormContext)
}

/** The open document around this component. */
export function useDocument(): DocumentForm {
  const document = useContext(DocumentContext)
  if (!document) throw new Error('useDocument outside of a DocumentProvider')
  return document
}

/** The open document around this component; null in forms that are no document's, such as that of many documents. */
export function useOpenDocument(): DocumentForm | null {
  return useContext(DocumentContext)
}

export type FieldControl = FieldSnapshot & {
  setValue: (value: Json, how?: SetHow) => void
  onBlur: () => void
}

/** One field's value and state; renders again only when something about this field changed. */
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
 * The same for an input that holds what is typed itself and asks for the value where it needs it: a key that changes
 * nothing but the value renders nothing.
 */
export function useFieldState(path: string): FieldState {
  const form = useForm()
  const subscribe = useCallback((listener: () => void) => form.subscribeField(path, listener), [form, path])
  const read = useMemo(() => withoutValue(() => form.getField(path)), [form, path])
  return useSyncExternalStore(subscribe, read)
}

/** Answers the same object for as long as nothing but the value is another. */
function withoutValue(read: () => FieldState): () => FieldState {
  let last = read()
  return () => {
    const now = read()
    if (!sameFieldState(last, now)) last = now
    return last
  }
}

/** The value of a field for as long as it is shown here; null while it is not. */
export function useFieldValue(path: string, isShown: boolean): Json {
  const form = useForm()
  const subscribe = useCallback(
    (listener: () => void) => (isShown ? form.subscribeField(path, listener) : () => undefined),
    [form, path, isShown],
  )
  return useSyncExternalStore(subscribe, () => (isShown ? form.getField(path).value : null))
}

/** Whether the server's conditions show a place in a locale that is on the screen. */
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

/** A list as ids and types; renders again only when rows come, go or move (DM8). */
export function useRows(path: string): RowsSnapshot {
  const form = useForm()
  const subscribe = useCallback((listener: () => void) => form.subscribeRows(path, listener), [form, path])
  return useSyncExternalStore(subscribe, () => form.getRows(path))
}

/**
 * A text made of what is stored within a place in all locales, such as the label of a row; renders again when the text
 * is another. Nothing but what is read of it is looked at (DM8).
 */
export function useStoredWithin(path: string, read: (stored: Json) => string): string {
  const form = useForm()
  const subscribe = useCallback((listener: () => void) => form.subscribeWithin(path, listener), [form, path])
  return useSyncExternalStore(subscribe, () => read(form.stored(path)))
}

/** The strongest mark of all that lies within a place, in each locale that is on the screen. */
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

/** Something about a whole form. `select` must answer a primitive or a part of the snapshot as it is. */
export function useStateOf<T>(form: FormState, select: (snapshot: FormSnapshot) => T): T {
  return useSyncExternalStore(form.subscribe, () => select(form.getForm()))
}

/** A field that is not valid in the locale of a form that is on the screen. */
export type InvalidPlace = { form: FormState; path: string }

/** All of them. What the locales share is only once among them. */
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

/** Something about the whole document, by the same rule. */
export function useDocumentState<T>(select: (snapshot: DocumentSnapshot) => T): T {
  const document = useDocument()
  return useSyncExternalStore(document.subscribe, () => select(document.getDocument()))
}

/** False while it is a new document in which nobody has done anything. */
export function useIsBegun(): boolean {
  return useDocumentState(({ view, dirty }) => !view.isNew || dirty || view.entries.length > 0)
}

/** How something in the form is looked at; the value outlives the component (see view-state.ts). */
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

/** The element id of a field's input: it belongs to the form, so that two forms never share one. */
export function fieldId(form: Pick<FormState, 'id'>, path: string): string {
  return `${form.id}-${path}`
}
