import { sameRef, type DocRef } from '../../shared/cms/doc-ref.ts'

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
