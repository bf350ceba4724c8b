import { createContext, useCallback, useContext, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { FormPart } from './place.ts'

/** Context of all fields of a form. */
export type FieldScope = {
  /** Id of the document's server; null: unknown. */
  server: string | null
  /** The edited content locale; null without localization. */
  locale: string | null
  /** Text direction of that locale; null without locales, where each text decides by itself. */
  dir: 'ltr' | 'rtl' | null
  /** The site's content locales with their labels; none without localization. */
  locales?: readonly { code: string; label: string; hidden?: boolean }[]
  /** Locales whose values the site shows if this one has none, in order. */
  fallbacks?: readonly { code: string; label: string }[]
  /** The usual source locale for translating into this one; null: none. */
  source?: { code: string; label: string } | null
  /** True if the server can be asked now about functions of the site. */
  canAsk?: boolean
  /** Tells if a top-level field belongs in the sidebar. */
  placeOf: (field: Field) => FormPart
  /** True if the user may read the field (S5.27). `path`: in the data; row ids do not matter. */
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

/** Returns a function that reads the latest scope, even when the field is off the screen. */
export function useScopeNow(): () => FieldScope {
  const now = useContext(ScopeNowContext)
  if (!now) throw new Error('useScopeNow outside of a FieldScopeProvider')
  return now
}

const WriteHoldContext = createContext<string | null>(null)

export const WriteHoldProvider = WriteHoldContext.Provider

/**
 * Returns the reason that the open document is locked for any edit, as text; null if it is not. Permissions
 * are separate.
 */
export function useWriteHold(): string | null {
  return useContext(WriteHoldContext)
}
