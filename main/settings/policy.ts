import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { LIMITS } from '../../shared/limits.ts'
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
    text = readTrusted(file)
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

/**
 * The text of the file, if an administrator wrote it: where anybody may make the folder of the file, somebody else than
 * the person at this computer could decide. Windows has no such modes: what lies there is believed (docs/security.md).
 */
function readTrusted(file: string): string {
  const opened = openSync(file, 'r')
  try {
    const { size, uid, mode } = fstatSync(opened)
    if (size > LIMITS.policy) throw new Error('the policy is too large')
    if (!isOfAdministrator({ uid, mode }, process.getuid?.()))
      throw new Error('the policy is not of an administrator')
    return readFileSync(opened, 'utf8')
  } finally {
    closeSync(opened)
  }
}

/** Root's, or the own one's, and nobody else may write it. `own`: undefined on Windows, which has no such modes. */
export function isOfAdministrator(
  { uid, mode }: { uid: number; mode: number },
  own: number | undefined,
): boolean {
  return own === undefined || ((uid === 0 || uid === own) && (mode & 0o022) === 0)
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
