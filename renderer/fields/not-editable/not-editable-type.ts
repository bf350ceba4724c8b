import { NotEditable } from './not-editable.tsx'

/** Shared by types without an input: their values are shown and kept unchanged. */
export const notEditable = { Input: NotEditable, edits: () => false }
