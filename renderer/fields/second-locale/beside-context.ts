import { createContext, useContext } from 'react'
import type { FormState } from '../../form/form-state.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { FieldScope } from '../field-scope.tsx'

/** Two locales of one document on the screen, side by side. */
export type Beside = {
  /** What the fields of the second locale share. */
  scope: FieldScope
  /** What the locales are called; the second one's is that of `scope`. */
  names: { first: string; second: string }
  /** Which of the two is translated from, and which one into. */
  source: FormState
  target: FormState
  /** The document as it was when its locales last went out together; null: not known. */
  reference: JsonObject | null
  /** What that was: published, or saved where there are no drafts. */
  since: 'published' | 'saved'
}

const BesideContext = createContext<Beside | null>(null)
export const BesideProvider = BesideContext.Provider

/** Null: there is one locale on the screen. */
export function useBeside(): Beside | null {
  return useContext(BesideContext)
}

const TranslatedCellContext = createContext<string | null>(null)
export const TranslatedCellProvider = TranslatedCellContext.Provider

/** The path of the field around, where it is the one of the two that is translated into. */
export function useTranslatedCell(): string | null {
  return useContext(TranslatedCellContext)
}

export function nameOfForm({ names, scope }: Beside, form: FormState): string {
  return form.locale === scope.locale ? names.second : names.first
}
