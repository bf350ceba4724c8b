import { File, FilePlus, Files, LayoutDashboard, Send, Settings, SlidersHorizontal } from 'lucide-react'
import { adminRoutes } from '../../shared/cms/routes.ts'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useT } from '../i18n/use-t.ts'
import { useNavGroups } from '../data/use-nav-groups.ts'
import { useCanCreate } from '../data/schema-context.tsx'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'
import { useCommands } from './use-commands.ts'

/** Everything the palette can lead to: the places of the navigation and the commands of this moment. */
export function usePaletteGroups(): PaletteGroup[] {
  const { t } = useT()
  const navigate = useNavigate()
  const groups = useNavGroups()
  const commands = useCommands()
  const canCreate = useCanCreate()
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to)
    const places: PaletteEntry[] = [
      {
        id: 'go-dashboard',
        text: t('general:dashboard'),
        icon: LayoutDashboard,
        run: go(adminRoutes.dashboard()),
      },
      { id: 'go-outbox', text: t('galley:app.nav.outbox'), icon: Send, run: go(adminRoutes.outbox()) },
      ...groups.flatMap((group) =>
        group.entries.map((entry): PaletteEntry => ({
          id: entry.id,
          text: entry.label,
          icon: entry.kind === 'collection' ? Files : File,
          hint: t(`galley:app.palette.${entry.kind}`),
          run: go(entry.href),
        })),
      ),
      {
        id: 'go-settings',
        text: t('galley:app.nav.settings'),
        icon: Settings,
        run: go(adminRoutes.account()),
      },
    ]
    const creations = groups
      .flatMap((group) => group.entries)
      .filter((entry) => entry.kind === 'collection' && canCreate(entry.slug))
      .map((entry): PaletteEntry => ({
        id: `create-${entry.slug}`,
        text: t('general:createNewLabel', { label: entry.singular }),
        icon: FilePlus,
        run: go(adminRoutes.create(entry.slug)),
      }))
    const runs = commands
      .filter((command) => command.id !== 'app.palette')
      .map((command): PaletteEntry => ({
        id: `command-${command.id.replace(/\W/g, '-')}`,
        text: t(command.title, command.titleVars),
        icon: command.icon ?? SlidersHorizontal,
        run: command.run,
        ...(command.shortcut !== undefined && { shortcut: command.shortcut }),
      }))
    return [
      { id: 'go', label: t('galley:app.palette.goTo'), entries: places },
      { id: 'commands', label: t('galley:app.palette.commands'), entries: [...runs, ...creations] },
    ]
  }, [t, navigate, groups, commands, canCreate])
}
