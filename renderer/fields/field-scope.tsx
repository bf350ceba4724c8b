import { createContext, useContext, type ReactNode } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { Place } from './place.ts'

/** What all fields of a form share. */
export type FieldScope = {
  /** Id of the server that the document is on; null: not known. */
  server: string | null
  /** The content locale whose values are edited; null without localization. */
  locale: string | null
  /** Direction of the content in that locale; null where the site has no locales and each text tells by itself. */
  dir: 'ltr' | 'rtl' | null
  /** The site's content locales, what they are called; none without localization. */
  locales?: readonly { code: string; label: string }[]
  /** Those whose values the site shows where this one has none, in the order in which they are asked. */
  fallbacks?: readonly { code: string; label: string }[]
  /** What texts in this locale are usually translated from; null: nothing. */
  source?: { code: string; label: string } | null
  /** Whether a field at the top stands beside the others. */
  placeOf: (field: Field) => Place
  /** By the user's permissions (S5.27). `path` of the data; ids of rows do not matter. */
  mayRead: (path: string) => boolean
  mayWrite: (path: string) => boolean
}

const FieldScopeContext = createContext<FieldScope | null>(null)

export function FieldScopeProvider({ scope, children }: { scope: FieldScope; children: ReactNode }) {
  return <FieldScopeContext value={scope}>{children}</FieldScopeContext>
}

export function useFieldScope(): FieldScope {
  const scope = useContext(FieldScopeContext)
  if (!scope) throw new Error('useFieldScope outside of a FieldScopeProvider')
  return scope
}
