import { FilePlus, Files, Keyboard, ListChecks, Search, SlidersHorizontal, TextSearch } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Command } from '../commands/command-registry.ts'
import { showShortcuts } from '../commands/shortcut-sheet.tsx'
import { useCommands } from '../commands/use-commands.ts'
import { useConnection } from '../data/queries.ts'
import { useNavGroups } from '../data/use-nav-groups.ts'
import type { Translate } from '../i18n/translator.ts'
import { useT } from '../i18n/use-t.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

/** Most lists offered for a search when nothing was found. */
const SEARCHED = 8

type Searches = {
  /** The lists to search, for words that found nothing here. */
  instead: (words: string) => PaletteGroup
  /** One line that searches the lists of `slugs`, behind the hits of this computer. */
  beside: (words: string, slugs: ReadonlySet<string>) => PaletteGroup
}

/**
 * Returns all groups of the palette but documents: the current commands by kind, the help, and the lists, which can
 * be searched on the server too.
 */
export function usePaletteGroups(): {
  groups: readonly PaletteGroup[]
  searches: Searches
} {
  const { t } = useT()
  const navigate = useNavigate()
  const navigation = useNavGroups()
  const commands = useCommands()
  const isOnline = useConnection()?.status === 'online'
  return useMemo(() => {
    const needsServer = isOnline ? {} : { hint: t('galley:list.needsServer') }
    const searchesOf = (words: string, slugs?: ReadonlySet<string>): PaletteEntry[] =>
      navigation
        .flatMap((group) => group.entities)
        .filter(({ type, slug }) => type === 'collections' && slugs?.has(slug) !== false)
        .map((entry): PaletteEntry => ({
          id: `search-${entry.slug}`,
          text: t('galley:app.palette.searchIn', { label: entry.label, text: words }),
          icon: Search,
          ...needsServer,
          run: () => void navigate(`${entry.href}?search=${encodeURIComponent(words.toWellFormed())}`),
        }))
    const entriesOf = (isOne: (kind: Command['kind']) => boolean): PaletteEntry[] =>
      commands.filter(({ id, kind }) => id !== 'app.palette' && isOne(kind)).map((one) => entryOf(one, t))
    const searches: Searches = {
      instead: (words) => ({
        id: 'search',
        label: t('galley:app.palette.searchLists'),
        entries: searchesOf(words).slice(0, SEARCHED),
      }),
      beside: (words, slugs) => {
        const entries = searchesOf(words, slugs)
        const all: PaletteEntry = {
          id: 'search-server',
          text: t('galley:palette.searchServer', { text: words }),
          icon: Search,
          ...needsServer,
          asks: t('galley:app.palette.searchLists'),
          actions: entries,
          run: () => undefined,
        }
        return {
          id: 'search',
          label: t('galley:palette.onlyHere'),
          entries: entries.length > 1 ? [all] : entries,
        }
      },
    }
    return {
      groups: [
        {
          id: 'go',
          label: t('galley:app.palette.goTo'),
          entries: entriesOf((kind) => kind === 'place' || kind === 'list' || kind === 'section'),
        },
        {
          id: 'commands',
          label: t('galley:app.palette.commands'),
          entries: entriesOf((kind) => kind === undefined),
        },
        { id: 'create', label: t('galley:palette.create'), entries: entriesOf((kind) => kind === 'create') },
        { id: 'help', label: t('galley:palette.help.title'), entries: helpOf(t) },
      ],
      searches,
    }
  }, [t, navigate, navigation, commands, isOnline])
}

function entryOf(command: Command, t: Translate): PaletteEntry {
  const { id, kind, title, titleVars, name, also, slug, icon, shortcut, run } = command
  const hint = command.idleReason ?? command.hint
  const words = [...(slug === undefined ? [] : [slug]), ...(also === undefined ? [] : [t(also)])]
  return {
    id: `command-${id.replaceAll(/\W/g, '-')}`,
    text: name ?? t(title, titleVars),
    icon: icon ?? SlidersHorizontal,
    run,
    ...(words.length > 0 && { also: words.join(', ') }),
    ...(hint !== undefined && { hint }),
    ...(shortcut !== undefined && { shortcut }),
    ...(kind === 'list' && { isList: true }),
  }
}

/** Returns the entries of the help: the characters that limit a search. */
function helpOf(t: Translate): PaletteEntry[] {
  const typing = (types: string, text: string, icon: PaletteEntry['icon']): PaletteEntry => ({
    id: `help-${text.replaceAll(/\W/g, '-')}`,
    text: t(text),
    icon,
    ...(types !== '' && { shortcut: types }),
    types: types === '' ? '' : `${types} `,
    run: () => undefined,
  })
  return [
    typing('', 'galley:palette.help.titles', TextSearch),
    typing('>', 'galley:palette.help.commands', SlidersHorizontal),
    typing('#', 'galley:palette.help.lists', Files),
    typing('+', 'galley:palette.help.create', FilePlus),
    { ...typing('', 'galley:palette.help.actions', ListChecks), shortcut: 'Tab' },
    {
      id: 'help-shortcuts',
      text: t('galley:app.command.shortcuts'),
      icon: Keyboard,
      shortcut: 'F1',
      run: showShortcuts,
    },
  ]
}
