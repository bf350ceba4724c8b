import type { NamedBase } from '../../cms/field-base.ts'
import type { EditorOptions } from '../editor-options.ts'

export type CodeField = NamedBase & {
  type: 'code'
  /** Monaco's name of the language: `typescript`, `css`; null: plain text. */
  language: string | null
  editor: EditorOptions
}
