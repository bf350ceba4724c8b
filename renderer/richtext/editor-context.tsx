import { createContext, useContext } from 'react'
import type { RichTextEditor, RichTextField } from '../../shared/cms/schema-model.ts'
import type { FormState } from '../form/form-state.ts'

/** Context of everything inside of a rich text field. */
export type RichTextContext = {
  field: RichTextField
  /** Path of the value in the form. */
  path: string
  /** The site's editor. */
  config: RichTextEditor
  form: FormState
  /** The content locale; null without localization. */
  locale: string | null
  /** True if the text is never edited; false also for a static text that an editor replaces. */
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

/** Returns the rich text field around; null outside of one, such as in a diff or a list. */
export function useRichTextIfAny(): RichTextContext | null {
  return useContext(Context)
}
