import { sameRef } from '../../../../shared/cms/doc-ref.ts'
import type {
  BulkOptions,
  CollectionRef,
  CreateOptions,
  DrawerAsker,
} from '../../../data/document-drawers-context.ts'
import { useLayoutEffect, useRef } from 'react'
import { sameJson } from '../../../../shared/json.ts'
import type { DocumentForm } from '../../../form/document-form.ts'
import { useForm } from '../../../form/form-context.tsx'

export type OpenDrawer = {
  key: number
  ref: CollectionRef
  /** Content locale at first: that of the drawer below, else that of the screen. */
  locale: string | null
  /** Options of a document that was created in this drawer; null for an existing one. */
  made: CreateOptions | null
  asker: DrawerAsker
  /** True if the drawer went on to a duplicate, of which the asker is told once it exists. */
  isDuplicate?: boolean
}

/** An open drawer that uploads several files. */
export type OpenBulk = { key: number; slug: string; options: BulkOptions }

/** Returns the stack with this drawer on top. If one has the document already, those over it are closed. */
export function openOn(stack: readonly OpenDrawer[], next: OpenDrawer): readonly OpenDrawer[] {
  const at = stack.findIndex(({ ref }) => sameRef(ref, next.ref))
  return at === -1 ? [...stack, next] : stack.slice(0, at + 1)
}

/** Returns the stack without one drawer and those over it. */
export function closeFrom<One extends { key: number }>(stack: readonly One[], key: number): readonly One[] {
  const at = stack.findIndex((one) => one.key === key)
  return at === -1 ? stack : stack.slice(0, at)
}

/** Returns the stack with a drawer showing the duplicate of its document. */
export function showIn(stack: readonly OpenDrawer[], key: number, ref: CollectionRef): readonly OpenDrawer[] {
  return stack.map((one) => (one.key === key ? { ...one, ref, made: null, isDuplicate: true } : one))
}

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
