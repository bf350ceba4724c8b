import type { NamedBase } from '../../cms/field-base.ts'

export type RichTextField = NamedBase & {
  type: 'richText'
  /** Locales of the site where the field is not localized itself but may hold nodes with localized fields. */
  innerLocales: readonly string[] | null
}
