import type { NamedBase } from '../../cms/field-base.ts'
import type { RichTextEditorOf } from './rich-text-editor.ts'

export interface RichTextFieldOf<F> extends NamedBase {
  type: 'richText'
  /** Locales of the site where the field is not localized itself but may hold nodes with localized fields. */
  innerLocales: readonly string[] | null
  /** What its editor offers; null: the site does not tell, or the editor is none of Lexical's. */
  editor: RichTextEditorOf<F> | null
}
