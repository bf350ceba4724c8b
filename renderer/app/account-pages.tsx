import { Globe } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { adminRoutes, routePatterns } from '../../shared/cms/routes.ts'
import { galley } from '../data/bridge.ts'
import { useSiteAdmin } from '../data/site-address.ts'
import { useT } from '../i18n/use-t.ts'
import { DashboardScreen } from '../screens/dashboard/dashboard-screen.tsx'
import { SignOutDialog } from '../screens/settings/sign-out-dialog.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import { ScreenHeader } from '../ui/screen-header/screen-header.tsx'

/** The page of a log-out link: asks first, since unsent edits stay on this computer. */
export function LogOutPage() {
  const navigate = useNavigate()
  return (
    <>
      <DashboardScreen />
      <SignOutDialog onClose={() => void navigate(adminRoutes.dashboard(), { replace: true })} />
    </>
  )
}

/** The page at the password addresses when somebody is logged in; they change their own password in the settings. */
export function LoggedInPage() {
  const { t } = useT()
  return (
    <>
      <ScreenHeader title={t('authentication:alreadyLoggedIn')} titleAs="span" />
      <Message
        page
        kind="not-found"
        title={t('authentication:alreadyLoggedIn')}
        actions={
          <>
            <ButtonLink to={adminRoutes.account()} variant="primary" size="large">
              {t('authentication:changePassword')}
            </ButtonLink>
            <ButtonLink to={routePatterns.logout} size="large">
              {t('authentication:logOut')}
            </ButtonLink>
          </>
        }
      />
    </>
  )
}

/** The page for links from an e-mail that verify an account: it may be another one, so they open on the site. */
export function SitePage() {
  const { t } = useT()
  const { pathname, search } = useLocation()
  const address = useSiteAdmin()(pathname + search)
  return (
    <>
      <ScreenHeader title={t('galley:app.sitePage.title')} titleAs="span" />
      <Message
        page
        kind="not-found"
        title={t('galley:app.sitePage.title')}
        body={<p>{t('galley:app.sitePage.body')}</p>}
        actions={
          <Button
            variant="primary"
            size="large"
            icon={Globe}
            onPress={() => void galley.call('app.openExternal', { url: address }).catch(console.error)}
          >
            {t('galley:preview.inBrowser')}
          </Button>
        }
      />
    </>
  )
}

/** The page that the web admin redirects to without permission. */
export function UnauthorizedPage() {
  const { t } = useT()
  return (
    <>
      <ScreenHeader title={t('general:unauthorized')} titleAs="span" />
      <Message
        page
        kind="error"
        title={t('general:unauthorized')}
        body={<p>{t('error:notAllowedToAccessPage')}</p>}
        actions={
          <ButtonLink to={adminRoutes.dashboard()} variant="primary" size="large">
            {t('general:backToDashboard')}
          </ButtonLink>
        }
      />
    </>
  )
}
