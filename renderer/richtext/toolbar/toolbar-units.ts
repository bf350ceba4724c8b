import { commandGroups } from '../feature.ts'
import type { CommandGroup, CommandPlace, EditorCommand } from '../feature.ts'

/** One unit of a toolbar: a command, or a menu with the commands of a group. */
export type ToolbarUnit =
  | { kind: 'button'; id: string; group: CommandGroup; command: EditorCommand }
  | { kind: 'menu'; id: string; group: CommandGroup; commands: readonly EditorCommand[] }

/** Groups of which one command is in use at a time, or which are too large to be shown side by side. */
const MENUS: ReadonlySet<CommandGroup> = new Set(['block', 'state', 'align', 'insert'])

export function toolbarUnits(commands: readonly EditorCommand[], place: CommandPlace): ToolbarUnit[] {
  return commandGroups(commands, place).flatMap(({ group, commands: all }): ToolbarUnit[] =>
    MENUS.has(group)
      ? [{ kind: 'menu', id: `menu.${group}`, group, commands: all }]
      : all.map((command) => ({ kind: 'button', id: command.id, group, command })),
  )
}

export function commandsIn(unit: ToolbarUnit): readonly EditorCommand[] {
  return unit.kind === 'menu' ? unit.commands : [unit.command]
}

/** Groups that stay when room is short, the longest-staying first. */
const KEPT: readonly CommandGroup[] = [
  'block',
  'format',
  'insert',
  'link',
  'list',
  'align',
  'indent',
  'state',
]

/** Formats that most texts have; the others make room earlier. */
const COMMON = 3

/**
 * Returns the units that have room, in their order. `widths`: CSS pixels of each unit by its id, separator
 * included.
 */
export function unitsThatFit(
  units: readonly ToolbarUnit[],
  widths: ReadonlyMap<string, number>,
  room: number,
): ToolbarUnit[] {
  const rank = (unit: ToolbarUnit): number => {
    const within = units.filter(({ group }) => group === unit.group).indexOf(unit)
    return KEPT.indexOf(unit.group) + (unit.group === 'format' && within >= COMMON ? KEPT.length : 0)
  }
  let left = room
  const fitting = new Set<ToolbarUnit>()
  for (const unit of units.toSorted((a, b) => rank(a) - rank(b))) {
    const width = widths.get(unit.id) ?? 0
    if (width > left) continue
    left -= width
    fitting.add(unit)
  }
  return units.filter((unit) => fitting.has(unit))
}
