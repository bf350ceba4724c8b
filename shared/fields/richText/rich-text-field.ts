import type { NamedBase } from '../../cms/field-base.ts'
import type { RichTextEditorOf } from './rich-text-editor.ts'

export interface RichTextFieldOf<F> extends NamedBase {
  type: 'richText'
  /** Locales of the site where the field is not localized itself but may hold nodes with localized fields. */
  innerLocales: readonly string[] | null
  /** The editor's features; null: the site does not tell, or the editor is not Lexical's. */
  editor: RichTextEditorOf<F> | null
}
