import { pathsTouch } from './field-paths.ts'
import { keepSame, sameField, type FieldSnapshot, type FormSnapshot } from './form-snapshot.ts'

/**
 * Who looks at which part of a form. A snapshot stays the same object until something in it changes, and only those
 * who look at what changed are notified.
 */
export type FormReaders = {
  getField: (path: string) => FieldSnapshot
  getForm: () => FormSnapshot
  subscribeField: (path: string, listener: () => void) => () => void
  subscribe: (listener: () => void) => () => void
  /** A field was edited: it, what holds it and what it holds are drawn again. */
  fieldChanged: (path: string) => void
  formChanged: () => void
  /** Anything may have changed: whoever looks at something that did is notified. */
  allChanged: () => void
}

export function createFormReaders(take: {
  field: (path: string) => FieldSnapshot
  form: () => FormSnapshot
}): FormReaders {
  const fieldListeners = new Map<string, Set<() => void>>()
  const formListeners = new Set<() => void>()
  const fields = new Map<string, FieldSnapshot>()
  let form: FormSnapshot | null = null

  function getField(path: string): FieldSnapshot {
    const known = fields.get(path)
    if (known) return known
    const taken = take.field(path)
    fields.set(path, taken)
    return taken
  }

  function formChanged(): void {
    const before = form
    if (before === null) return
    form = keepSame(before, take.form())
    if (form !== before) for (const listener of formListeners) listener()
  }

  return {
    getField,
    getForm: () => (form ??= take.form()),
    formChanged,
    subscribeField(path, listener) {
      const listeners = fieldListeners.get(path) ?? new Set()
      fieldListeners.set(path, listeners)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && fieldListeners.get(path) === listeners) fieldListeners.delete(path)
      }
    },
    subscribe(listener) {
      formListeners.add(listener)
      return () => formListeners.delete(listener)
    },
    fieldChanged(path) {
      for (const other of fields.keys()) if (pathsTouch(other, path)) fields.delete(other)
      for (const [other, listeners] of fieldListeners) {
        if (pathsTouch(other, path)) for (const listener of listeners) listener()
      }
    },
    allChanged() {
      const before = new Map(fields)
      fields.clear()
      for (const [path, old] of before) {
        const next = take.field(path)
        const same = sameField(old, next)
        fields.set(path, same ? old : next)
        if (!same) for (const listener of fieldListeners.get(path) ?? []) listener()
      }
      formChanged()
    },
  }
}
