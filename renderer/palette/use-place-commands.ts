import {
  Contrast,
  File,
  FilePlus,
  Files,
  FolderIcon,
  HardDrive,
  Info,
  Languages,
  LayoutDashboard,
  Rows3,
  Send,
  Settings,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminRoutes } from '../../shared/cms/routes.ts'
import type { Command } from '../commands/command-registry.ts'
import { useCommandList } from '../commands/use-commands.ts'
import { useBrowsesFolders, useCanCreate, useSchemaOrNull } from '../data/schema-context.tsx'
import type { NavGroup } from '../data/nav-groups.ts'
import { useNavGroups } from '../data/use-nav-groups.ts'
import type { Translate } from '../i18n/translator.ts'
import { useT } from '../i18n/use-t.ts'

/** Sections of the settings. `id`: that of the element there, which the address names. */
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

type Go = (to: string) => () => void

type NavEntry = NavGroup['entities'][number]

/** Registers the commands that open a screen or begin a document. */
export function usePlaceCommands(): void {
  const { t } = useT()
  const navigate = useNavigate()
  const navigation = useNavGroups()
  const schema = useSchemaOrNull()
  const canCreate = useCanCreate()
  const browsesFolders = useBrowsesFolders()
  const list = useMemo((): Command[] => {
    const go: Go = (to) => () => void navigate(to)
    const entities = navigation.flatMap((group) => group.entities)
    const collections = entities.filter(({ type }) => type === 'collections')
    const hasTrash = ({ slug }: NavEntry) =>
      schema?.collections.some((one) => one.slug === slug && one.trash) === true
    return [
      ...screenCommands(go, browsesFolders),
      ...entities.map((entry) => entityCommand(entry, go, t)),
      ...settingsCommands(go, t),
      ...collections.filter(hasTrash).map((entry) => trashCommand(entry, go)),
      ...collections.filter(({ slug }) => canCreate(slug)).map((entry) => createCommand(entry, go)),
    ]
  }, [t, navigate, navigation, schema, canCreate, browsesFolders])
  useCommandList(list)
}

function screenCommands(go: Go, browsesFolders: boolean): Command[] {
  return [
    {
      id: 'go-dashboard',
      kind: 'place',
      title: 'general:dashboard',
      also: 'galley:palette.also.dashboard',
      icon: LayoutDashboard,
      run: go(adminRoutes.dashboard()),
    },
    {
      id: 'go-outbox',
      kind: 'place',
      title: 'galley:app.nav.outbox',
      also: 'galley:palette.also.outbox',
      icon: Send,
      run: go(adminRoutes.outbox()),
    },
    {
      id: 'go-folders',
      kind: 'place',
      title: 'folder:browseByFolder',
      also: 'galley:palette.also.folders',
      icon: FolderIcon,
      run: go(adminRoutes.folders(null)),
      when: () => browsesFolders,
    },
  ]
}

/** Returns the command that opens the list of a collection, or a global. */
function entityCommand({ id, label, slug, type, href }: NavEntry, go: Go, t: Translate): Command {
  const isCollection = type === 'collections'
  const hint = isCollection ? 'galley:app.palette.collection' : 'galley:app.palette.global'
  return {
    id,
    kind: 'list',
    title: hint,
    name: label,
    hint: t(hint),
    slug,
    icon: isCollection ? Files : File,
    run: go(href),
  }
}

/** Returns the commands that open the settings and each of their sections. */
function settingsCommands(go: Go, t: Translate): Command[] {
  return [
    {
      id: 'go-settings',
      kind: 'place',
      title: 'galley:app.nav.settings',
      also: 'galley:palette.also.settings',
      icon: Settings,
      run: go(adminRoutes.account()),
    },
    ...SECTIONS.map((section): Command => ({
      ...section,
      kind: 'section',
      hint: t('galley:app.nav.settings'),
      run: go(`${adminRoutes.account()}#${section.id}`),
    })),
  ]
}

function trashCommand({ slug, label }: NavEntry, go: Go): Command {
  return {
    id: `trash-${slug}`,
    kind: 'section',
    title: 'galley:palette.trashOf',
    titleVars: { label },
    also: 'galley:palette.also.trash',
    icon: Trash2,
    run: go(adminRoutes.trash(slug)),
  }
}

function createCommand({ slug, singular }: NavEntry, go: Go): Command {
  return {
    id: `create-${slug}`,
    kind: 'create',
    title: 'general:createNewLabel',
    titleVars: { label: singular },
    also: 'galley:palette.also.create',
    icon: FilePlus,
    run: go(adminRoutes.create(slug)),
  }
}
