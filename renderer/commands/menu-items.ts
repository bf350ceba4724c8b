import type { MenuItem, MenuName } from '../../shared/ipc.ts'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'
import { available, availableAt, type Command } from './command-registry.ts'

/** Where the menu bar has a command. `title`, `shortcut`: while the command is not there, which is shown all the same. */
type Line = {
  menu: MenuName
  /** The first of them that is there. */
  ids: readonly [string, ...string[]]
  title: string
  shortcut?: Shortcut
}

const LINES: readonly Line[] = [
  { menu: 'file', ids: ['app.new'], title: 'galley:menu.new', shortcut: 'Mod+N' },
  { menu: 'file', ids: ['document.save'], title: 'general:save', shortcut: 'Mod+S' },
  { menu: 'file', ids: ['document.publish'], title: 'version:publish', shortcut: 'Mod+Shift+S' },
  { menu: 'edit', ids: ['document.find', 'list.search'], title: 'galley:menu.find', shortcut: 'Mod+F' },
  { menu: 'view', ids: ['app.sidebar'], title: 'galley:app.command.toggleSidebar', shortcut: 'Mod+B' },
  { menu: 'view', ids: ['document.published'], title: 'galley:published.show', shortcut: 'F8' },
  {
    menu: 'view',
    ids: ['document.fieldHistory'],
    title: 'galley:fieldHistory.command',
    shortcut: 'Shift+F8',
  },
  { menu: 'go', ids: ['app.palette'], title: 'galley:app.command.palette', shortcut: 'Mod+K' },
  { menu: 'go', ids: ['app.back'], title: 'galley:app.command.back', shortcut: 'Alt+ArrowLeft' },
  { menu: 'go', ids: ['app.forward'], title: 'galley:app.command.forward', shortcut: 'Alt+ArrowRight' },
  { menu: 'help', ids: ['app.shortcuts'], title: 'galley:app.command.shortcuts', shortcut: 'F1' },
  { menu: 'help', ids: ['app.diagnostics'], title: 'galley:diagnostics.title' },
  { menu: 'help', ids: ['app.about'], title: 'galley:menu.about' },
]

/** Collections and globals beyond this many are found by the palette. */
const MOST_LISTS = 40

/**
 * The menu bar's items, made of all commands of this moment. `focus`: where it is; what a dialog lies over is shown, and
 * cannot be chosen. `nameOf`: in the language of the window.
 */
export function menuItems(
  commands: readonly Command[],
  focus: Element | null,
  nameOf: (command: Pick<Command, 'title' | 'titleVars' | 'name'>) => string,
): MenuItem[] {
  const all = available(commands)
  const here = availableAt(commands, focus)
  const kindOf = (kind: Command['kind']) => all.filter((command) => command.kind === kind)
  const lines = LINES.map((line): MenuItem => {
    const { menu, ids, title, shortcut } = line
    // With the focus in a drawer its own command, and not that of the screen.
    const [command] = [here, all].flatMap((some) =>
      ids.flatMap((id) => some.find((one) => one.id === id) ?? []),
    )
    return itemOf(menu, {
      id: command?.id ?? ids[0],
      name: nameOf(command ?? { title }),
      isEnabled: command !== undefined && here.includes(command) && command.isIdle !== true,
      ...(shortcut !== undefined && { shortcut }),
    })
  })
  const goes = [kindOf('place'), kindOf('list').slice(0, MOST_LISTS)].map((some) =>
    some.map((command, index) =>
      itemOf('go', {
        id: command.id,
        name: nameOf(command),
        isEnabled: here.includes(command),
        divides: index === 0,
      }),
    ),
  )
  return [...lines, ...goes.flat()]
}

type Parts = { id: string; name: string; isEnabled: boolean; shortcut?: Shortcut; divides?: boolean }

function itemOf(menu: MenuName, { id, name, isEnabled, shortcut, divides = false }: Parts): MenuItem {
  return {
    menu,
    id,
    label: name,
    accelerator: shortcut === undefined ? null : acceleratorOf(shortcut),
    isEnabled,
    divides,
  }
}

/** A shortcut as Electron writes it: `CmdOrCtrl+Shift+S`, `Alt+Left`. */
function acceleratorOf(shortcut: Shortcut): string {
  return shortcut.replace('Mod', 'CmdOrCtrl').replace(/Arrow(?=Left|Right|Up|Down)/, '')
}
