import { sameRef, docRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import * as v from 'valibot'

/** More than are shown, for some of them may be deleted by now. */
const RECENT_KEPT = 25

export function withToggled(refs: readonly DocRef[], ref: DocRef): DocRef[] {
  const others = refs.filter((one) => !sameRef(one, ref))
  return others.length < refs.length ? others : [...refs, ref]
}

/** The newest first, each once. */
export function withNewest(refs: readonly DocRef[], ref: DocRef): DocRef[] {
  return [ref, ...refs.filter((one) => !sameRef(one, ref))].slice(0, RECENT_KEPT)
}

/** The same documents after one has got another id. A document that is among them under both ids stays once. */
export function withNewId(refs: readonly DocRef[], from: DocRef, to: DocRef): DocRef[] {
  const renamed = refs.map((ref) => (sameRef(ref, from) ? to : ref))
  return renamed.filter((ref, at) => renamed.findIndex((one) => sameRef(one, ref)) === at)
}

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
