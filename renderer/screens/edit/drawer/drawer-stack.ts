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

/** One open drawer. */
export type OpenDrawer = {
  key: number
  ref: CollectionRef
  /** The locale that the person was in. */
  locale: string | null
  /** It was begun in this drawer. */
  made: CreateOptions | null
  asker: DrawerAsker
  /** It is a duplicate that the asker is yet to be told of. */
  isDuplicate?: boolean
}

/** One open drawer of files that are brought in. */
export type OpenBulk = { key: number; slug: string; options: BulkOptions }

/** The drawers with this one on top; one that has the document already comes to the top, those over it are closed. */
export function openOn(stack: readonly OpenDrawer[], next: OpenDrawer): readonly OpenDrawer[] {
  const at = stack.findIndex(({ ref }) => sameRef(ref, next.ref))
  return at === -1 ? [...stack, next] : stack.slice(0, at + 1)
}

/** Without one drawer and those that lie over it. */
export function closeFrom<One extends { key: number }>(stack: readonly One[], key: number): readonly One[] {
  const at = stack.findIndex((one) => one.key === key)
  return at === -1 ? stack : stack.slice(0, at)
}

/** One drawer shows a duplicate of its document. */
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
