import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'

export type OwnContentLocale = { locale: string | null; setLocale: (code: string) => void }

const OwnLocaleContext = createContext<OwnContentLocale | null>(null)

/** The content locale of a part that has one besides the address; null: that of the address counts. */
export function useOwnContentLocale(): OwnContentLocale | null {
  return useContext(OwnLocaleContext)
}

/** Everything below shows the content of a locale of its own, whatever the address says. */
export function OwnContentLocaleProvider({ first, children }: { first: string | null; children: ReactNode }) {
  const [locale, setLocale] = useState(first)
  const value = useMemo(() => ({ locale, setLocale }), [locale])
  return <OwnLocaleContext value={value}>{children}</OwnLocaleContext>
}
