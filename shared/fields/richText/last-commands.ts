/** Number of commands that the debug view of an editor shows (S9.13). */
export const LAST_COMMANDS = 10

/** Adds a command at the end, and drops the oldest ones. */
export function withCommand<T>(commands: readonly T[], next: T): T[] {
  return [...commands, next].slice(-LAST_COMMANDS)
}
