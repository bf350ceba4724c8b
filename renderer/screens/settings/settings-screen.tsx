import { getLocalTimeZone } from '@internationalized/date'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { Bootstrap, Theme } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { useLocalPreference } from '../../data/local-preference.ts'
import { densityPreference } from '../../data/preferences.ts'
import { useIsManaged } from '../../data/policy.ts'
import { KeepSection } from './keep-section.tsx'
import { OwnAccount } from './own-account.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PolicySection } from './policy-section.tsx'
import { queryKeys, useBootstrap, useLocalData } from '../../data/queries.ts'
import { hostOfServerId } from '../../local-data/local-accounts.ts'
import { LocalDataList } from '../../local-data/local-data-list.tsx'
import { NewerVersion } from './newer-version.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { languageName, languages } from '../../i18n/languages.ts'
import { useT } from '../../i18n/use-t.ts'
import { RadioGroup } from '../../ui/radio-group/radio-group.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Select } from '../../ui/select/select.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import styles from './settings-screen.module.css'

const THEMES: { value: Theme; key: string }[] = [
  { value: 'light', key: 'general:light' },
  { value: 'dark', key: 'general:dark' },
  { value: 'auto', key: 'general:automatic' },
]

/** The settings screen: account; theme, language and density of this computer, and its local data (S2.70). */
export function SettingsScreen() {
  const { t } = useT()
  const { version, servers } = useBootstrap()
  const local = useLocalData() ?? []
  const [signingOut, setSigningOut] = useState(false)
  useShownSection()
  return (
    <>
      <ScreenHeader title={t('galley:app.nav.settings')} />
      <div className={styles['scroll']}>
        <div className={styles['form']}>
          <Section title={t('authentication:account')}>
            <OwnAccount onSignOut={() => setSigningOut(true)} />
            <OwnSessions />
          </Section>
          <Appearance />
          <Section title={t('galley:local.section')}>
            <KeepSection />
            <p className={styles['hint']}>{t('galley:local.encryption')}</p>
            <LocalDataList
              accounts={local.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen))}
              nameOf={(id) => servers.find((server) => server.id === id)?.name ?? hostOfServerId(id)}
            />
          </Section>
          <Section title={t('galley:app.settings.about')}>
            <p id="setting-about">{t('galley:app.status.version', { version })}</p>
            <NewerVersion />
            <PolicySection />
          </Section>
        </div>
      </div>
      {signingOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </>
  )
}

/** The settings of theme, density and language; the time zone is only shown. */
function Appearance() {
  const { t, language } = useT()
  const toast = useToast()
  const client = useQueryClient()
  const { theme } = useBootstrap()
  const [density, setDensity] = useLocalPreference(densityPreference)
  const isLanguageManaged = useIsManaged('language')
  const languageOptions = useMemo(
    () => Object.keys(languages).map((key) => ({ value: key, label: languageName(key) })),
    [],
  )
  // Applied at once; main stores it and notifies every other window.
  const keep = (change: Partial<Bootstrap>, save: Promise<void>) => {
    client.setQueryData<Bootstrap>(queryKeys.bootstrap, (before) => before && { ...before, ...change })
    save.catch(() => toast.error(t('error:unknown')))
  }
  return (
    <Section title={t('galley:app.settings.appearance')}>
      <Setting label={t('general:adminTheme')} id="setting-theme">
        <RadioGroup
          aria-labelledby="setting-theme"
          options={THEMES.map(({ value, key }) => ({ value, label: t(key) }))}
          value={theme}
          onChange={(next) => {
            const chosen = THEMES.find(({ value }) => value === next)?.value ?? 'auto'
            keep({ theme: chosen }, galley.call('app.setTheme', { theme: chosen }))
          }}
        />
      </Setting>
      <Setting label={t('galley:app.settings.density')} id="setting-density">
        <RadioGroup
          aria-labelledby="setting-density"
          options={(['compact', 'standard', 'roomy'] as const).map((value) => ({
            value,
            label: t(`galley:app.settings.${value}`),
          }))}
          value={density}
          onChange={(next) => {
            if (next === 'compact' || next === 'standard' || next === 'roomy') setDensity(next)
          }}
        />
      </Setting>
      <Setting label={t('general:language')} id="setting-language">
        <Select
          aria-labelledby="setting-language"
          aria-describedby="setting-language-managed"
          readOnly={isLanguageManaged}
          options={languageOptions}
          value={language}
          onChange={(next) => {
            if (next !== null) {
              keep({ language: next }, galley.call('app.setLanguage', { language: next }))
            }
          }}
        />
        {isLanguageManaged && (
          <p id="setting-language-managed" className={styles['hint']}>
            {t('galley:policy.managed')}
          </p>
        )}
      </Setting>
      <Setting label={t('galley:app.settings.timeZone')} id="setting-time-zone">
        <p>{t('galley:app.settings.timeZoneIs', { zone: getLocalTimeZone() })}</p>
      </Setting>
    </Section>
  )
}

/** Scrolls to the setting that the address names. */
function useShownSection(): void {
  const location = useLocation()
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'center' })
  }, [location])
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Setting({ label, id, children }: { label: string; id: string; children: ReactNode }) {
  return (
    <div className={styles['setting']}>
      <span id={id} className={styles['label']}>
        {label}
      </span>
      {children}
    </div>
  )
}
