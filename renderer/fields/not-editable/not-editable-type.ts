import { NotEditable } from './not-editable.tsx'

/** What the types without an input of their own have in common: their values are shown and kept as they are. */
export const notEditable = { Input: NotEditable, edits: () => false }
