import { useCallback, useSyncExternalStore } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import { joinPath } from '../../shared/document/path.ts'
import { isPlainJson, type Json } from '../../shared/json.ts'
import { useForm, useSecondForm } from '../form/form-context.tsx'
import type { FormState } from '../form/form-state.ts'
import { useFieldScope } from './field-scope.tsx'

/**
 * True if a field with a condition waits for the server's first answer: while the server can be asked, and no value
 * or edit would be hidden. An error or a reveal anywhere in the form ends the wait.
 */
export function useAwaited(field: Field, path: string): boolean {
  const form = useForm()
  const second = useSecondForm()
  const here = useAwaitedIn(form, field, path)
  const beside = useAwaitedIn(second ?? form, field, path)
  const { canAsk = false } = useFieldScope()
  return here && beside && canAsk
}

function useAwaitedIn(form: FormState, field: Field, path: string): boolean {
  const at = 'name' in field && field.name !== null ? joinPath(path, field.name) : path
  const subscribe = useCallback(
    (listener: () => void) => {
      const [stop, stopWithin] = [form.subscribe(listener), form.subscribeWithin(at, listener)]
      return () => {
        stop()
        stopWithin()
      }
    },
    [form, at],
  )
  return useSyncExternalStore(subscribe, () => {
    const { isAwaited, invalid, reveal } = form.getForm()
    return isAwaited && invalid.length === 0 && reveal === null && isUntouched(form, field, path)
  })
}

/** True if the field, or each field in a container, has no value in any locale and no edit. */
function isUntouched(form: FormState, field: Field, path: string): boolean {
  if ('name' in field && field.name !== null) {
    const own = joinPath(path, field.name)
    return isEmpty(form.stored(own)) && form.markWithin(own) === 'none'
  }
  if (field.type === 'tabs') {
    return field.tabs.every((tab) => {
      const at = tab.name === null ? path : joinPath(path, tab.name)
      return tab.fields.every((one) => isUntouched(form, one, at))
    })
  }
  return !('fields' in field) || field.fields.every((one) => isUntouched(form, one, path))
}

/** An unticked box counts as empty, as a text without characters does. */
function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (isPlainJson(value)) return Object.values(value).every(isEmpty)
  return value === null || value === '' || value === false
}
