import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import type { Account, Theme } from '../../shared/ipc.ts'
import { LanguageProvider, SiteWordsProvider } from '../i18n/language-context.tsx'
import { ConnectScreen } from '../screens/connect/connect-screen.tsx'
import { OpenDocumentsProvider } from '../form/open-documents-context.ts'
import { DocumentDrawers } from '../screens/edit/drawer/document-drawers.tsx'
import { SyncRunner } from '../sync/sync-runner.tsx'
import { useKeptFocus } from '../ui/focus/use-kept-focus.ts'
import { toastQueue, useToast } from '../ui/toast/toast-queue.ts'
import { ToastRegion } from '../ui/toast/toast-region.tsx'
import { Tooltip } from '../ui/tooltip/tooltip.tsx'
import { AccountProvider } from '../data/account-context.tsx'
import { CertificateQuestion } from './certificates/certificate-question.tsx'
import { ErrorBoundary, FailedScreen, FailedWindow } from './failed-screen.tsx'
import { FieldProviders } from './field-providers.tsx'
import { Inactivity } from './inactivity.tsx'
import { LoginInPlace } from './login-in-place/login-in-place.tsx'
import { Notices } from './notices/notices.tsx'
import { useIsNavRead } from '../data/nav-preference.ts'
import { useBootstrap, useSchemaQuery } from '../data/queries.ts'
import { comeBack, useKeepPlace } from './navigation/come-back.ts'
import { openDocuments } from './open-documents.ts'
import { ProxyQuestion } from './proxy-login/proxy-question.tsx'
import { QuitRefused } from './quit/quit-refused.tsx'
import { AppRoutes } from './router.tsx'
import { SchemaProvider } from '../data/schema-context.tsx'
import { SchemaGate } from './schema-gate.tsx'
import { Shell } from './shell/shell.tsx'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { densityPreference } from '../data/preferences.ts'
import { useLocalPreference } from '../data/local-preference.ts'

/** The whole window: start, log-in or the signed-in screens. */
export function App({ client }: { client: QueryClient }) {
  return (
    <ErrorBoundary fallback={FailedWindow}>
      <QueryClientProvider client={client}>
        <FieldProviders>
          <Suspense fallback={null}>
            <Window />
          </Suspense>
        </FieldProviders>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function Window() {
  const { theme, language, account, platform } = useBootstrap()
  useAppearance(theme)
  useKeptFocus()
  useEffect(() => {
    document.documentElement.dataset['platform'] = platform
  }, [platform])
  return (
    <LanguageProvider language={language}>
      {account === null ? (
        <ConnectScreen />
      ) : (
        // Another account mounts new screens, so nothing of one account is seen in the next (SY2).
        <SignedIn key={`${account.server.id} ${account.collection} ${account.userId}`} account={account} />
      )}
      <Notices />
      <CertificateQuestion />
      <LinkRefused />
      <ProxyQuestion />
      <QuitRefused documents={openDocuments} />
      <ToastRegion />
      <Tooltip />
    </LanguageProvider>
  )
}

function SignedIn({ account }: { account: Account }) {
  useState(() => comeBack(account))
  // The toasts' buttons act on this account, so they go with it.
  useEffect(() => () => toastQueue.clear(), [])
  const schema = useSchemaQuery().data ?? null
  const isNavRead = useIsNavRead()
  return (
    <AccountProvider value={account}>
      <SchemaProvider value={schema}>
        <SiteWordsProvider site={schema ?? null}>
          <SyncRunner />
          <Inactivity />
          {/* A click is answered in the same frame: nothing here is loaded for a transition to wait for. */}
          <BrowserRouter useTransitions={false}>
            <OpenDocumentsProvider value={openDocuments}>
              <LoginInPlace>
                {isNavRead && (
                  <Shell>
                    <KeptPlace account={account} />
                    <ScreenBoundary>
                      <SchemaGate>
                        <DocumentDrawers>
                          <AppRoutes />
                        </DocumentDrawers>
                      </SchemaGate>
                    </ScreenBoundary>
                  </Shell>
                )}
              </LoginInPlace>
            </OpenDocumentsProvider>
          </BrowserRouter>
        </SiteWordsProvider>
      </SchemaProvider>
    </AccountProvider>
  )
}

function KeptPlace({ account }: { account: Account }) {
  useKeepPlace(account)
  return null
}

/** Keeps a failing screen from taking the window down; navigating elsewhere tries again. */
function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKey={pathname} fallback={FailedScreen}>
      {children}
    </ErrorBoundary>
  )
}

/** Says that the policy of this computer kept a link from being opened, and which one. */
function LinkRefused() {
  const { t } = useT()
  const toast = useToast()
  useEffect(
    () =>
      galley.on('app.linkRefused', ({ address }) =>
        toast.error(t('galley:policy.noLink'), { detail: address, cause: 'link' }),
      ),
    [t, toast],
  )
  return null
}

/** Puts the theme on <html>: light or dark, or nothing for automatic, which follows the system (S2.70, S4.14). */
function useAppearance(theme: Theme): void {
  const [density] = useLocalPreference(densityPreference)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'auto') delete dataset['theme']
    else dataset['theme'] = theme
  }, [theme])
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}
