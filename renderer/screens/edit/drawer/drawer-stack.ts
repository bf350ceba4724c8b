import { sameRef } from '../../../../shared/cms/doc-ref.ts'
import type {
  BulkOptions,
  CollectionRef,
  CreateOptions,
  DrawerAsker,
} from '../../../data/document-drawers-context.ts'

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
