import type { LocalizedText } from '../cms/field-base.ts'

/** An option of a select or radio field. `number`: its stored value, if the site does not store a text. */
export type ChoiceOption = { value: string; label: LocalizedText; number?: number }
