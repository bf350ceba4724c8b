import {
  Contrast,
  File,
  FilePlus,
  Files,
  FolderIcon,
  HardDrive,
  Info,
  Keyboard,
  Languages,
  LayoutDashboard,
  Rows3,
  Search,
  Send,
  Settings,
  SlidersHorizontal,
  Trash2,
  TextSearch,
  type LucideIcon,
} from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminRoutes } from '../../shared/cms/routes.ts'
import { showShortcuts } from '../commands/shortcut-sheet.tsx'
import { useCommands } from '../commands/use-commands.ts'
import type { NavEntry } from '../data/nav-groups.ts'
import { useBrowsesFolders, useCanCreate, useSchemaOrNull } from '../data/schema-context.tsx'
import { useNavGroups } from '../data/use-nav-groups.ts'
import { useT } from '../i18n/use-t.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

/** Lists that are offered to be searched where nothing was found. */
const SEARCHED = 8

/** Sections of the settings, by the id of what they show there. */
const SECTIONS: readonly { id: string; title: string; also: string; icon: LucideIcon }[] = [
  { id: 'setting-theme', title: 'general:adminTheme', also: 'galley:palette.also.theme', icon: Contrast },
  {
    id: 'setting-density',
    title: 'galley:app.settings.density',
    also: 'galley:palette.also.density',
    icon: Rows3,
  },
  {
    id: 'setting-language',
    title: 'general:language',
    also: 'galley:palette.also.language',
    icon: Languages,
  },
  { id: 'setting-keep', title: 'galley:local.section', also: 'galley:palette.also.keep', icon: HardDrive },
  { id: 'setting-about', title: 'galley:app.settings.about', also: 'galley:palette.also.about', icon: Info },
]

/**
 * Everything the palette can lead to but documents: the places of the navigation, the commands of this moment, what can
 * be typed, and the lists, which are searched on the server as well.
 */
export function usePaletteGroups(): {
  groups: readonly PaletteGroup[]
  searches: (words: string) => PaletteGroup
} {
  const { t } = useT()
  const navigate = useNavigate()
  const navigation = useNavGroups()
  const schema = useSchemaOrNull()
  const commands = useCommands()
  const canCreate = useCanCreate()
  const browsesFolders = useBrowsesFolders()
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to)
    const entities = navigation.flatMap((group) => group.entities)
    const collections = entities.filter(({ type }) => type === 'collections')
    const places: PaletteEntry[] = [
      {
        id: 'go-dashboard',
        text: t('general:dashboard'),
        also: t('galley:palette.also.dashboard'),
        icon: LayoutDashboard,
        run: go(adminRoutes.dashboard()),
      },
      {
        id: 'go-outbox',
        text: t('galley:app.nav.outbox'),
        also: t('galley:palette.also.outbox'),
        icon: Send,
        run: go(adminRoutes.outbox()),
      },
      ...(browsesFolders
        ? [
            {
              id: 'go-folders',
              text: t('folder:browseByFolder'),
              also: t('galley:palette.also.folders'),
              icon: FolderIcon,
              run: go(adminRoutes.folders(null)),
            },
          ]
        : []),
      ...entities.map((entry) => listEntry(entry)),
      {
        id: 'go-settings',
        text: t('galley:app.nav.settings'),
        also: `${t('authentication:account')}, ${t('galley:palette.also.settings')}`,
        icon: Settings,
        run: go(adminRoutes.account()),
      },
      ...SECTIONS.map(({ id, title, also, icon }) => ({
        id: `go-${id}`,
        text: t(title),
        also: t(also),
        icon,
        hint: t('galley:app.nav.settings'),
        run: go(`${adminRoutes.account()}#${id}`),
      })),
      ...collections
        .filter(({ slug }) => schema?.collections.some((one) => one.slug === slug && one.trash) === true)
        .map(({ slug, label }) => ({
          id: `trash-${slug}`,
          text: t('galley:palette.trashOf', { label }),
          also: t('galley:palette.also.trash'),
          icon: Trash2,
          run: go(adminRoutes.trash(slug)),
        })),
    ]
    const creations = collections
      .filter(({ slug }) => canCreate(slug))
      .map(({ slug, singular }): PaletteEntry => ({
        id: `create-${slug}`,
        text: t('general:createNewLabel', { label: singular }),
        also: t('galley:palette.also.create'),
        icon: FilePlus,
        run: go(adminRoutes.create(slug)),
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
    const nothing = () => undefined
    const help: PaletteEntry[] = [
      { id: 'help-titles', text: t('galley:palette.help.titles'), icon: TextSearch, types: '', run: nothing },
      {
        id: 'help-commands',
        text: t('galley:palette.help.commands'),
        icon: SlidersHorizontal,
        shortcut: '>',
        types: '> ',
        run: nothing,
      },
      {
        id: 'help-lists',
        text: t('galley:palette.help.lists'),
        icon: Files,
        shortcut: '#',
        types: '# ',
        run: nothing,
      },
      {
        id: 'help-actions',
        text: t('galley:palette.help.actions'),
        icon: FilePlus,
        shortcut: 'Tab',
        types: '',
        run: nothing,
      },
      {
        id: 'help-shortcuts',
        text: t('galley:app.command.shortcuts'),
        icon: Keyboard,
        shortcut: 'F1',
        run: showShortcuts,
      },
    ]
    return {
      groups: [
        { id: 'go', label: t('galley:app.palette.goTo'), entries: places },
        { id: 'commands', label: t('galley:app.palette.commands'), entries: [...runs, ...creations] },
        { id: 'help', label: t('galley:palette.help.title'), entries: help },
      ],
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

    function listEntry({ id, label, slug, type, href }: NavEntry): PaletteEntry {
      const isCollection = type === 'collections'
      return {
        id,
        text: label,
        also: slug,
        icon: isCollection ? Files : File,
        hint: t(isCollection ? 'galley:app.palette.collection' : 'galley:app.palette.global'),
        isList: true,
        run: go(href),
      }
    }
  }, [t, navigate, navigation, schema, commands, canCreate, browsesFolders])
}
