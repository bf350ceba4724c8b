/** A document that a relationship or upload points at. */
export type RelatedRef = { slug: string; id: string }
