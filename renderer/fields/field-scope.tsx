import { createContext, useCallback, useContext, useLayoutEffect, useRef, type ReactNode } from 'react'
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
  locales?: readonly { code: string; label: string; hidden?: boolean }[]
  /** Those whose values the site shows where this one has none, in the order in which they are asked. */
  fallbacks?: readonly { code: string; label: string }[]
  /** What texts in this locale are usually translated from; null: nothing. */
  source?: { code: string; label: string } | null
  /** The server can be asked now what functions of the site say about fields. */
  canAsk?: boolean
  /** Whether a field at the top stands beside the others. */
  placeOf: (field: Field) => Place
  /** By the user's permissions (S5.27). `path` of the data; ids of rows do not matter. */
  mayRead: (path: string) => boolean
  mayWrite: (path: string) => boolean
}

const FieldScopeContext = createContext<FieldScope | null>(null)
const ScopeNowContext = createContext<(() => FieldScope) | null>(null)

export function FieldScopeProvider({ scope, children }: { scope: FieldScope; children: ReactNode }) {
  const latest = useRef(scope)
  useLayoutEffect(() => {
    latest.current = scope
  }, [scope])
  const now = useCallback(() => latest.current, [])
  return (
    <FieldScopeContext value={scope}>
      <ScopeNowContext value={now}>{children}</ScopeNowContext>
    </FieldScopeContext>
  )
}

export function useFieldScope(): FieldScope {
  const scope = useContext(FieldScopeContext)
  if (!scope) throw new Error('useFieldScope outside of a FieldScopeProvider')
  return scope
}

/** For what comes later, when the field that asked for it may be off the screen: the scope as it is then. */
export function useScopeNow(): () => FieldScope {
  const now = useContext(ScopeNowContext)
  if (!now) throw new Error('useScopeNow outside of a FieldScopeProvider')
  return now
}
