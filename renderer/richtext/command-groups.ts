import { COMMAND_GROUPS } from './feature.ts'
import type { CommandGroup, CommandPlace, EditorCommand } from './feature.ts'

export type GroupOfCommands = { group: CommandGroup; commands: readonly EditorCommand[] }

/**
 * Returns the commands by group, in the order of the groups. `place`: only commands that are offered in this
 * place of the window.
 */
export function commandGroups(commands: readonly EditorCommand[], place?: CommandPlace): GroupOfCommands[] {
  const shown = place === undefined ? commands : commands.filter(({ places }) => places.includes(place))
  return COMMAND_GROUPS.map((group) => ({
    group,
    commands: shown.filter((command) => command.group === group),
  })).filter((one) => one.commands.length > 0)
}
