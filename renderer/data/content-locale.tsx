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
  /** Codes of the locales whose values the site shows where this one has none. */
  fallbacks: readonly string[]
  /** Code of the locale that it is usually translated from: its first fallback, else the default one; null: it is that. */
  source: string | null
  /** The person is not offered it. */
  hidden: boolean
}
export type ContentLocale = {
  /** Null for a site without localization. */
  locale: string | null
  /** Direction of the content in that locale. */
  dir: 'ltr' | 'rtl' | undefined
  /** Those that the person is offered. */
  locales: ContentLocaleOption[]
  /** All of the site, those besides included: what is stored may have values in any. */
  siteLocales: ContentLocaleOption[]
  setLocale: (code: string) => void
}

/**
 * The locale whose content is shown: the query parameter `locale` (S2.14), else the one that was chosen last, else the
 * site's default one. What lies over the screen, such as a drawer, may have one of its own.
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
      // The way back leads to the locale of before, also where its address named none.
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
