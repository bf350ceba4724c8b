import { createContext, useCallback, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { Json } from '../../shared/json.ts'
import type { DocumentForm } from './document-form.ts'
import type { FieldSnapshot, FormSnapshot } from './form-snapshot.ts'

const FormContext = createContext<DocumentForm | null>(null)

export function FormProvider({ form, children }: { form: DocumentForm; children: ReactNode }) {
  return <FormContext value={form}>{children}</FormContext>
}

/** The form around this component. */
export function useForm(): DocumentForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('useForm outside of a FormProvider')
  return form
}

export type FieldControl = FieldSnapshot & { setValue: (value: Json) => void; onBlur: () => void }

/** One field's value and state; renders again only when something about this field changed. */
export function useField(path: string): FieldControl {
  const form = useForm()
  const subscribe = useCallback((listener: () => void) => form.subscribeField(path, listener), [form, path])
  const snapshot = useSyncExternalStore(subscribe, () => form.getField(path))
  const setValue = useCallback((value: Json) => form.setField(path, value), [form, path])
  return { ...snapshot, setValue, onBlur: form.blur }
}

/** Something about the whole form. `select` must answer a primitive or a part of the snapshot as it is. */
export function useFormState<T>(select: (snapshot: FormSnapshot) => T): T {
  const form = useForm()
  return useSyncExternalStore(form.subscribe, () => select(form.getForm()))
}
