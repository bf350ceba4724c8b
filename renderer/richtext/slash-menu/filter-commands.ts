import { foldText } from '../../../shared/search/fold-text.ts'
import type { EditorCommand } from '../feature.ts'

/**
 * Returns the commands that match the text typed behind the slash, best match first; all in their order if
 * nothing is typed. `alsoCalled`: more names of a command, such as the English one.
 */
export function filterCommands(
  commands: readonly EditorCommand[],
  typed: string,
  alsoCalled: (command: EditorCommand) => readonly string[] = () => [],
): EditorCommand[] {
  const query = foldText(typed.trim())
  if (query === '') return [...commands]
  return commands
    .flatMap((command) => {
      const rank = rankOf(query, command, alsoCalled(command))
      return rank === null ? [] : [{ command, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
}

function rankOf(
  query: string,
  { label, words = [] }: EditorCommand,
  others: readonly string[],
): number | null {
  const own = foldText(label)
  const names = [...words, ...others].map(foldText)
  if (own.startsWith(query)) return 0
  if (names.includes(query)) return 1
  if ([own, ...names].some((name) => wordsOf(name).some((word) => word.startsWith(query)))) return 2
  if (names.some((name) => name.startsWith(query))) return 3
  return own.includes(query) ? 4 : null
}

function wordsOf(name: string): string[] {
  return name.split(/[\s\-/]+/)
}
