import type { LocalizedText } from '../cms/field-base.ts'

/** One of the options of a select or radio field. `number`: what is stored for it, where the site has no text for that. */
export type ChoiceOption = { value: string; label: LocalizedText; number?: number }
