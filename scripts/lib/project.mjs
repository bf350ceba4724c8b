// Paths in the checkout. Most generated files go under .cache or out; packages go to dist.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const cache = join(root, '.cache')

/** Absolute path of something inside the checkout. */
export const inRoot = (...parts) => join(root, ...parts)

/** Absolute path of something inside the git-ignored cache folder. */
export const inCache = (...parts) => join(cache, ...parts)

/** Prints one line for the person at the terminal: the current step. */
export function say(text) {
  process.stdout.write(`galley: ${text}\n`)
}

/** A reason to stop that is meant for the reader: printed without a stack trace. */
export class Stop extends Error {}

/** Ends the launcher: a {@link Stop} in its own words, anything else with its stack. */
export function stopWith(error) {
  process.stderr.write(
    error instanceof Stop ? `galley: ${error.message}\n` : `${error?.stack ?? String(error)}\n`,
  )
  process.exit(1)
}
