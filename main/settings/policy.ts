import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { errorName, type Log } from '../log.ts'

/** What the people who look after this computer have decided for everybody on it. */
const policyShape = v.object({
  /** Whether everything a user may read is kept here; null: the user is asked. */
  keepDocuments: v.optional(v.nullable(v.picklist(['all', 'opened'])), null),
  /**
   * Where dictionaries for the spelling come from: an https address that ends with a slash, with Electron's
   * `hunspell_dictionaries` below it. `languages`: those of the system where none is named. macOS has its own.
   */
  spelling: v.optional(
    v.nullable(
      v.object({
        dictionaries: v.pipe(v.string(), v.url(), v.regex(/^https:\/\/[^?#]*\/$/)),
        languages: v.optional(v.array(v.string()), []),
      }),
    ),
    null,
  ),
})
export type Policy = v.InferOutput<typeof policyShape>

const NO_POLICY: Policy = { keepDocuments: null, spelling: null }
/** Somebody wanted to decide and what they decided cannot be read: as little as possible is kept. */
const UNREADABLE: Policy = { keepDocuments: 'opened', spelling: null }

/**
 * The policy file of this computer, in a place that only an administrator can write: `/etc/galley/policy.json`,
 * `/Library/Application Support/Galley/policy.json`, `%ProgramData%\Galley\policy.json`. Without one nothing is
 * decided. Of one that cannot be read only the strictest is
 * taken to be meant, and the log says so.
 */
export function readPolicy(log: Log, file: string = policyFile(process.platform, process.env)): Policy {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return NO_POLICY
    log.error('policy-unreadable', { error: errorName(error) })
    return UNREADABLE
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), policyShape), text.replace(/^\uFEFF/, ''))
  if (parsed.success) return parsed.output
  log.error('policy-not-valid', { problem: parsed.issues[0].message })
  return UNREADABLE
}

export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') {
    return path.win32.join(env['ProgramData'] ?? String.raw`C:\ProgramData`, 'Galley', 'policy.json')
  }
  return platform === 'darwin' ? '/Library/Application Support/Galley/policy.json' : '/etc/galley/policy.json'
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
