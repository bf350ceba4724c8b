import { useLayoutEffect, useRef } from 'react'
import { sameJson } from '../../../../shared/json.ts'
import type { DocumentForm } from '../../../form/document-form.ts'
import { useForm } from '../../../form/form-context.tsx'
import type { OpenDrawer } from './drawer-stack.ts'

/** Sets the initial values of a new document, once, before it is painted. */
export function useInitialValues({ made }: OpenDrawer): void {
  const form = useForm()
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (isDone.current) return
    isDone.current = true
    for (const [path, value] of Object.entries(made?.initial ?? {})) form.setField(path, value)
  }, [form, made])
}

/** True if a new document has only its initial values, so that nobody would miss it. */
export function isUntouched(document: DocumentForm, { made, locale }: OpenDrawer): boolean {
  const { view, dirty } = document.getDocument()
  if (made === null || !view.isNew || view.entries.length > 0) return false
  const changes = document.changes()
  // Changes that are being committed are neither edits nor entries yet.
  if (dirty && changes.length === 0) return false
  const form = document.inLocale(locale)
  return changes.every(({ path }) => {
    const began = made.initial?.[path]
    return began !== undefined && sameJson(form.getField(path).value, began)
  })
}
