import * as v from 'valibot'
import { docRef, sameRef, type DocRef } from '../../shared/cms/doc-ref.ts'

/** A document that a person edited. `at`: time of this computer. */
export const editedDocument = v.object({
  ref: docRef,
  at: v.string(),
  /** The field of the last edit, as a change names it. */
  field: v.object({ path: v.string(), locale: v.nullable(v.string()) }),
})
export type EditedDocument = v.InferOutput<typeof editedDocument>

/** More than are shown, for some of them may be deleted by now. */
const KEPT = 25

/** The newest first, each document once. */
export function withEdited(list: readonly EditedDocument[], one: EditedDocument): EditedDocument[] {
  return [one, ...list.filter(({ ref }) => !sameRef(ref, one.ref))].slice(0, KEPT)
}

/** The same after a document has got another id. A document that is there under both ids stays once. */
export function withEditedRef(list: readonly EditedDocument[], from: DocRef, to: DocRef): EditedDocument[] {
  const renamed = list.map((one) => (sameRef(one.ref, from) ? { ...one, ref: to } : one))
  return renamed.filter(({ ref }, at) => renamed.findIndex((one) => sameRef(one.ref, ref)) === at)
}
