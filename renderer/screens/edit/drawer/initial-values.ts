import { useLayoutEffect, useRef } from 'react'
import { sameJson } from '../../../../shared/json.ts'
import type { DocumentForm } from '../../../form/document-form.ts'
import { useForm } from '../../../form/form-context.tsx'
import type { OpenDrawer } from './drawer-stack.ts'

/** Puts the values into a new document that it begins with, once, before it is painted. */
export function useInitialValues({ made }: OpenDrawer): void {
  const form = useForm()
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (isDone.current) return
    isDone.current = true
    for (const [path, value] of Object.entries(made?.initial ?? {})) form.setField(path, value)
  }, [form, made])
}

/** Whether a new document holds nothing but what it began with: nobody would miss it. */
export function isUntouched(document: DocumentForm, { made, locale }: OpenDrawer): boolean {
  const { view, dirty } = document.getDocument()
  if (made === null || !view.isNew || view.entries.length > 0) return false
  const changes = document.changes()
  // Changes that are being saved are no edits any more, and no entry yet.
  if (dirty && changes.length === 0) return false
  const form = document.inLocale(locale)
  return changes.every(({ path }) => {
    const began = made.initial?.[path]
    return began !== undefined && sameJson(form.getField(path).value, began)
  })
}
