import { useQueryClient } from '@tanstack/react-query'
import { Activity, Info, LogOut, Moon, Sun, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminRoutes, routePatterns } from '../../../shared/cms/routes.ts'
import type { Bootstrap } from '../../../shared/ipc.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { SignOutDialog } from '../../screens/settings/sign-out-dialog.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'

/** Registers the commands that work on every screen, such as the themes and signing out. */
export function AppCommands() {
  const { t } = useT()
  const toast = useToast()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [signingOut, setSigningOut] = useState(false)
  const show = (theme: Bootstrap['theme']) => {
    client.setQueryData<Bootstrap>(queryKeys.bootstrap, (before) => before && { ...before, theme })
    galley.call('app.setTheme', { theme }).catch(() => toast.error(t('error:unknown')))
  }
  useCommand({
    id: 'app.theme.light',
    title: 'galley:app.command.light',
    also: 'galley:palette.also.themeLight',
    icon: Sun,
    run: () => show('light'),
  })
  useCommand({
    id: 'app.theme.dark',
    title: 'galley:app.command.dark',
    also: 'galley:palette.also.themeDark',
    icon: Moon,
    run: () => show('dark'),
  })
  useCommand({
    id: 'app.theme.auto',
    title: 'galley:app.command.auto',
    also: 'galley:palette.also.themeAuto',
    icon: SunMoon,
    run: () => show('auto'),
  })
  useCommand({
    id: 'app.logout',
    title: 'authentication:logOut',
    also: 'galley:app.command.alsoLogOut',
    icon: LogOut,
    run: () => setSigningOut(true),
  })
  useCommand({
    id: 'app.diagnostics',
    title: 'galley:diagnostics.title',
    also: 'galley:diagnostics.also',
    icon: Activity,
    run: () => void navigate(routePatterns.diagnostics),
  })
  useCommand({
    id: 'app.about',
    title: 'galley:menu.about',
    icon: Info,
    run: () => void navigate(`${adminRoutes.account()}#setting-about`),
  })
  return signingOut && <SignOutDialog onClose={() => setSigningOut(false)} />
}
