import { useCallback, useMemo, createContext, useContext, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ContentLocaleConfig } from '../../shared/cms/schema-model.ts'
import { useT } from '../i18n/use-t.ts'
import { useAccountOrNull } from './account-context.tsx'
import { keepContentLocale, lastContentLocale } from './preferences.ts'
import { useSchema } from './schema-context.tsx'
import { localeOf } from './locale-of.ts'

export type ContentLocaleOption = {
  code: string
  label: string
  dir: 'ltr' | 'rtl'
  /** Codes of the locales whose values the site shows for missing ones. */
  fallbacks: readonly string[]
  /** Code of the locale it is usually translated from: its first fallback, else the default; null: itself. */
  source: string | null
  /** True if the person is not offered this locale. */
  hidden: boolean
}
export type ContentLocale = {
  /** Null for a site without localization. */
  locale: string | null
  /** Direction of the content in that locale. */
  dir: 'ltr' | 'rtl' | undefined
  /** The locales that the person is offered. */
  locales: ContentLocaleOption[]
  /** All locales of the site, hidden ones too, since stored data may have values in any of them. */
  siteLocales: ContentLocaleOption[]
  setLocale: (code: string) => void
}

/**
 * Returns the content locale: the query parameter `locale` (S2.14), else the one chosen last, else the site's
 * default. A layer over the screen, such as a drawer, may have one of its own.
 */
export function useContentLocale(): ContentLocale {
  const { localization } = useSchema()
  const { label } = useT()
  const [params, setParams] = useSearchParams()
  const own = useOwnContentLocale()
  const account = useAccountOrNull()
  const last = account === null ? null : lastContentLocale(account)
  const locale = own === null ? localeOf(localization, params, last) : own.locale
  const siteLocales = useMemo(
    (): ContentLocaleOption[] =>
      (localization?.locales ?? []).map((one) => ({
        code: one.code,
        label: label(one.label) || one.code,
        dir: one.rtl ? ('rtl' as const) : ('ltr' as const),
        fallbacks: one.fallbacks,
        source: sourceOf(one, localization?.defaultLocale ?? null),
        hidden: one.hidden === true,
      })),
    [localization, label],
  )
  const locales = useMemo(() => siteLocales.filter(({ hidden }) => !hidden), [siteLocales])
  const setLocale = useCallback(
    (code: string) => {
      if (own !== null) return own.setLocale(code)
      const naming = (wanted: string) => (before: URLSearchParams) => {
        const next = new URLSearchParams(before)
        next.set('locale', wanted)
        return next
      }
      // Writes the present locale into the address first, so that going back leads to it.
      if (locale !== null && params.get('locale') === null) setParams(naming(locale), { replace: true })
      if (account !== null) keepContentLocale(account, code)
      setParams(naming(code))
    },
    [own, account, locale, params, setParams],
  )
  const dir = siteLocales.find(({ code }) => code === locale)?.dir
  return { locale, dir, locales, siteLocales, setLocale }
}

function sourceOf({ code, fallbacks }: ContentLocaleConfig, defaultLocale: string | null): string | null {
  const source = fallbacks[0] ?? defaultLocale
  return source === code ? null : source
}

export type OwnContentLocale = { locale: string | null; setLocale: (code: string) => void }

const OwnLocaleContext = createContext<OwnContentLocale | null>(null)

/** Returns the content locale of a part that does not follow the address; null: it follows the address. */
export function useOwnContentLocale(): OwnContentLocale | null {
  return useContext(OwnLocaleContext)
}

/** Gives everything below a content locale of its own, whatever the address says. */
export function OwnContentLocaleProvider({ first, children }: { first: string | null; children: ReactNode }) {
  const [locale, setLocale] = useState(first)
  const value = useMemo(() => ({ locale, setLocale }), [locale])
  return <OwnLocaleContext value={value}>{children}</OwnLocaleContext>
}
