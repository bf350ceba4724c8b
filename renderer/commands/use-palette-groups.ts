import {
  File,
  FilePlus,
  Files,
  FolderIcon,
  LayoutDashboard,
  Search,
  Send,
  Settings,
  SlidersHorizontal,
} from 'lucide-react'
import { adminRoutes } from '../../shared/cms/routes.ts'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useT } from '../i18n/use-t.ts'
import { useNavGroups } from '../data/use-nav-groups.ts'
import { useBrowsesFolders, useCanCreate } from '../data/schema-context.tsx'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'
import { useCommands } from './use-commands.ts'

/** Lists that are offered to be searched where nothing was found. */
const SEARCHED = 8

/**
 * Everything the palette can lead to but documents: the places of the navigation, the commands of this moment, and the
 * lists, which are searched on the server as well.
 */
export function usePaletteGroups(): {
  places: PaletteGroup
  runs: PaletteGroup
  searches: (words: string) => PaletteGroup
} {
  const { t } = useT()
  const navigate = useNavigate()
  const groups = useNavGroups()
  const commands = useCommands()
  const canCreate = useCanCreate()
  const browsesFolders = useBrowsesFolders()
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
      ...(browsesFolders
        ? [
            {
              id: 'go-folders',
              text: t('folder:browseByFolder'),
              icon: FolderIcon,
              run: go(adminRoutes.folders(null)),
            },
          ]
        : []),
      ...groups.flatMap((group) =>
        group.entities.map((entry): PaletteEntry => ({
          id: entry.id,
          text: entry.label,
          icon: entry.type === 'collections' ? Files : File,
          hint: t(
            entry.type === 'collections' ? 'galley:app.palette.collection' : 'galley:app.palette.global',
          ),
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
      .flatMap((group) => group.entities)
      .filter((entry) => entry.type === 'collections' && canCreate(entry.slug))
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
        ...(command.also !== undefined && { also: t(command.also) }),
      }))
    const collections = groups
      .flatMap((group) => group.entities)
      .filter((entry) => entry.type === 'collections')
    return {
      places: { id: 'go', label: t('galley:app.palette.goTo'), entries: places },
      runs: { id: 'commands', label: t('galley:app.palette.commands'), entries: [...runs, ...creations] },
      searches: (words) => ({
        id: 'search',
        label: t('galley:app.palette.searchLists'),
        entries: collections.slice(0, SEARCHED).map((entry): PaletteEntry => ({
          id: `search-${entry.slug}`,
          text: t('galley:app.palette.searchIn', { label: entry.label, text: words }),
          icon: Search,
          run: go(`${entry.href}?search=${encodeURIComponent(words.toWellFormed())}`),
        })),
      }),
    }
  }, [t, navigate, groups, commands, canCreate, browsesFolders])
}
