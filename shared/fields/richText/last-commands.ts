/** How many commands the debug view of an editor shows (S9.13). */
export const LAST_COMMANDS = 10

/** The commands with a newer one, the oldest first; what is too old falls out. */
export function withCommand<T>(commands: readonly T[], next: T): T[] {
  return [...commands, next].slice(-LAST_COMMANDS)
}
