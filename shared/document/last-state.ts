/** Stands in the place of a version's id: a document as it was when it was deleted. */
export const LAST_STATE = 'last-state'
