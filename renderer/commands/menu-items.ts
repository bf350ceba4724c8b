import type { MenuItem, MenuName } from '../../shared/ipc.ts'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'
import { available, availableAt, type Command } from './command-registry.ts'

/** One item of the menu bar. `title`: shown while the command is not registered; `shortcut`: shown always. */
type Line = {
  menu: MenuName
  /** The first registered id is used. */
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

/** Largest number of collections and globals in the menu; the palette finds the others. */
const MOST_LISTS = 40

/**
 * Returns the menu bar's items for the registered commands. `focus`: commands behind a dialog that has it are shown
 * as disabled. `nameOf`: translates into the language of the window.
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
    // With the focus in a drawer its own command comes before that of the screen.
    const [command] = [here, all].flatMap((some) =>
      ids.flatMap((id) => some.find((one) => one.id === id) ?? []),
    )
    return itemOf(menu, {
      id: command?.id ?? ids[0],
      name: nameOf(command ?? { title }),
      isEnabled: command !== undefined && here.includes(command) && (command.idleReason ?? null) === null,
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
