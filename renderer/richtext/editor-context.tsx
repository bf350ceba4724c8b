import { createContext, useContext } from 'react'
import type { RichTextEditor, RichTextField } from '../../shared/cms/schema-model.ts'
import type { FormState } from '../form/form-state.ts'

/** The field that an editor edits, for everything in the editor. */
export type RichTextContext = {
  field: RichTextField
  /** Path of the value in the form. */
  path: string
  /** The site's editor. */
  config: RichTextEditor
  form: FormState
  /** The content locale; null without localization. */
  locale: string | null
  /** Also where there is no editor: a text that is only shown. */
  readOnly: boolean
  /** The field's label, as text. */
  name: string
}

const Context = createContext<RichTextContext | null>(null)

export const RichTextProvider = Context

export function useRichText(): RichTextContext {
  const context = useContext(Context)
  if (context === null) throw new Error('useRichText outside of a rich text field')
  return context
}

/** The same where a text may be shown outside of a field: in a diff, in a list. */
export function useRichTextIfAny(): RichTextContext | null {
  return useContext(Context)
}
