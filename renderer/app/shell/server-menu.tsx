import { ChevronsUpDown, Globe, LogOut, RefreshCw, Settings } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { MenuTrigger } from '../../ui/menu-button/menu-button.tsx'
import { useAccount } from '../../data/account-context.tsx'
import { galley } from '../../data/bridge.ts'
import { usePolicy } from '../../data/policy.ts'
import { useSchemaOrNull } from '../../data/schema-context.tsx'
import { useSiteAdmin } from '../../data/site-address.ts'
import { ServerName } from '../../ui/server-name/server-name.tsx'
import { hostOf } from '../../ui/server-name/server-square.tsx'
import { SignOutDialog } from '../../screens/settings/sign-out-dialog.tsx'
import styles from './server-menu.module.css'

/** The menu of the server that this window works with, with the actions on all of it. */
export function ServerMenu() {
  const { t } = useT()
  const navigate = useNavigate()
  const { server } = useAccount()
  const { serverColors } = usePolicy()
  const schema = useSchemaOrNull()
  const [signingOut, setSigningOut] = useState(false)
  const name = schema?.siteName ?? server.name
  const siteAdmin = useSiteAdmin()
  const open = () => void galley.call('app.openExternal', { url: siteAdmin('') }).catch(console.error)
  return (
    <>
      <MenuTrigger
        placement="bottom start"
        className={styles['server'] ?? ''}
        // The accessible name contains all visible text (WCAG 2.5.3).
        aria-label={`${t('galley:app.nav.serverMenu', { name })} ${hostOf(server.url)}`}
        menuLabel={t('galley:app.nav.serverMenu', { name })}
        items={[
          {
            id: 'check',
            label: t('galley:app.nav.checkNow'),
            icon: RefreshCw,
            onAction: () => void galley.call('connection.check', undefined).catch(console.error),
          },
          { id: 'browser', label: t('galley:app.nav.openInBrowser'), icon: Globe, onAction: open },
          {
            id: 'settings',
            label: t('galley:app.nav.settings'),
            icon: Settings,
            onAction: () => void navigate(adminRoutes.account()),
          },
          {
            id: 'sign-out',
            label: `${t('authentication:logOut')}…`,
            icon: LogOut,
            onAction: () => setSigningOut(true),
          },
        ]}
      >
        <ServerName name={name} url={server.url} color={serverColors[server.id]} />
        <Icon icon={ChevronsUpDown} />
      </MenuTrigger>
      {signingOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </>
  )
}
