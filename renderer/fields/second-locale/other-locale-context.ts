import { createContext, useContext } from 'react'
import type { FormState } from '../../form/form-state.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { FieldScope } from '../field-scope.tsx'

/** Two locales of one document on the screen, side by side. */
export type Beside = {
  /** Scope of the second locale's fields. */
  scope: FieldScope
  /** Labels of the locales; the second one is that of `scope`. */
  names: { first: string; second: string }
  /** The forms of the source and the target locale. */
  source: FormState
  target: FormState
  /** The document when all its locales were last published or saved together; null: unknown. */
  reference: JsonObject | null
  /** The kind of that event: published, or saved without drafts. */
  since: 'published' | 'saved'
}

const BesideContext = createContext<Beside | null>(null)
export const BesideProvider = BesideContext.Provider

/** Returns both locales; null if only one is on the screen. */
export function useBeside(): Beside | null {
  return useContext(BesideContext)
}

const TranslatedCellContext = createContext<string | null>(null)
export const TranslatedCellProvider = TranslatedCellContext.Provider

/** Returns the path of the field around if it is in the target locale. */
export function useTranslatedCell(): string | null {
  return useContext(TranslatedCellContext)
}

export function nameOfForm({ names, scope }: Beside, form: FormState): string {
  return form.locale === scope.locale ? names.second : names.first
}

/** True if a person could type into a field of this form: visible and writable. */
export function mayTranslate(
  form: FormState,
  { mayWrite }: Pick<FieldScope, 'mayWrite'>,
  path: string,
): boolean {
  const resolved = form.resolve(path)
  if (resolved === null || resolved.hidden || resolved.readOnly || !mayWrite(path)) return false
  return form.getField(path).visible
}
