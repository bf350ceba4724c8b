import type { LocalizedText } from '../cms/field-base.ts'

/** One of the options of a select or radio field. */
export type ChoiceOption = { value: string; label: LocalizedText }
