import { sameRef, docRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import * as v from 'valibot'

/** Largest number of recent documents that are stored: more than are shown, since some may be deleted by now. */
const RECENT_KEPT = 25

export function withToggled(refs: readonly DocRef[], ref: DocRef): DocRef[] {
  const others = refs.filter((one) => !sameRef(one, ref))
  return others.length < refs.length ? others : [...refs, ref]
}

/** Returns the list with a document moved or added to its start. */
export function withNewest(refs: readonly DocRef[], ref: DocRef): DocRef[] {
  return [ref, ...refs.filter((one) => !sameRef(one, ref))].slice(0, RECENT_KEPT)
}

/** Returns the list after a document got another id. A document that is listed under both ids stays once. */
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

/** Largest number of edited documents that are stored: more than are shown, since some may be deleted by now. */
const KEPT = 25

/** Returns the list with an edit at its start, each document once. */
export function withEdited(list: readonly EditedDocument[], one: EditedDocument): EditedDocument[] {
  return [one, ...list.filter(({ ref }) => !sameRef(ref, one.ref))].slice(0, KEPT)
}

/** Returns the list after a document got another id. A document that is listed under both ids stays once. */
export function withEditedRef(list: readonly EditedDocument[], from: DocRef, to: DocRef): EditedDocument[] {
  const renamed = list.map((one) => (sameRef(one.ref, from) ? { ...one, ref: to } : one))
  return renamed.filter(({ ref }, at) => renamed.findIndex((one) => sameRef(one.ref, ref)) === at)
}
