import { useEffect, useRef, type RefObject } from 'react'
import { useForm, useSecondForm } from '../../../form/form-context.tsx'
import type { FormState } from '../../../form/form-state.ts'

/** The field that has the focus, or had it last, and the element that it is drawn with. */
export type LastField = { form: FormState; path: string; element: Element }

/**
 * Returns the field that had the focus last, even if the palette or the menu bar has it since; null: none.
 */
export function useLastField(): RefObject<LastField | null> {
  const form = useForm()
  const second = useSecondForm()
  const last = useRef<LastField | null>(null)
  useEffect(() => {
    last.current = null
    const forms = second === null ? [form] : [form, second]
    const onFocus = ({ target }: FocusEvent): void => {
      last.current = fieldAround(target, forms) ?? last.current
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [form, second])
  return last
}

function fieldAround(target: EventTarget | null, forms: readonly FormState[]): LastField | null {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement)
    for (const form of forms) {
      if (!element.id.startsWith(`${form.id}-`)) continue
      const path = pathIn(form, element.id.slice(form.id.length + 1))
      if (path !== null) return { form, path, element }
    }
  return null
}

/** Returns the path of the field that an id belongs to: ids of its label and inputs begin with its path. */
function pathIn(form: FormState, id: string): string | null {
  for (let path = id; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('-'))))
    if (form.resolve(path) !== null) return path
  return null
}
