import { execFileSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { isPlainObject } from '../../shared/json.ts'
import { LIMITS } from '../../shared/limits.ts'
import { errorName } from '../log.ts'
import { parseRegistry, queryRegistry, REGISTRY_KEY, registryPolicy, runReg } from './registry.ts'

/** The content of one policy source. `name`: its path, or its key in the registry. */
export type PolicySource = { name: string } & (
  | { state: 'missing' }
  | { state: 'unreadable'; detail: string }
  | { state: 'read'; values: Readonly<Record<string, unknown>> }
)

const MAC_PREFERENCES = '/Library/Managed Preferences/dev.galley.desktop.plist'

/** Reads all sources of this system in order: if two decide the same key, the later one counts. */
export function readPolicySources(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): PolicySource[] {
  const file = readPolicyFile(policyFile(platform, env))
  if (platform === 'win32') return [file, registrySource(() => queryRegistry(runReg(env)))]
  if (platform === 'darwin') return [file, readManagedPreferences(MAC_PREFERENCES)]
  return [file, ...readPolicyFolder('/etc/galley/policy.d')]
}

export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') {
    return path.win32.join(env['ProgramData'] ?? String.raw`C:\ProgramData`, 'Galley', 'policy.json')
  }
  return platform === 'darwin' ? '/Library/Application Support/Galley/policy.json' : '/etc/galley/policy.json'
}

/** Reads the `.json` files of a folder, sorted by name. */
export function readPolicyFolder(folder: string): PolicySource[] {
  try {
    if (!isOfAdministrator(statSync(folder), process.getuid?.()))
      throw new Error('the folder is not of an administrator')
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
    return names.toSorted().map((name) => readPolicyFile(path.join(folder, name)))
  } catch (error) {
    return isMissing(error) ? [] : [unreadable(folder, error)]
  }
}

/** Reads a JSON file with the keys of the policy. */
export function readPolicyFile(file: string): PolicySource {
  return readSource(file, () => JSON.parse(readTrusted(file)))
}

export function registrySource(query: () => string | null): PolicySource {
  try {
    const printed = query()
    if (printed === null) return { name: REGISTRY_KEY, state: 'missing' }
    return { name: REGISTRY_KEY, state: 'read', values: registryPolicy(parseRegistry(printed)) }
  } catch (error) {
    // A missing reg.exe counts as well: whoever started the program may have hidden it.
    return unreadable(REGISTRY_KEY, error)
  }
}

/** Reads managed preferences: a binary property list that macOS converts to JSON. */
function readManagedPreferences(file: string): PolicySource {
  return readSource(file, () => {
    readTrusted(file)
    const args = ['-convert', 'json', '-o', '-', file]
    const options = { encoding: 'utf8', timeout: 3_000, maxBuffer: LIMITS.policy } as const
    const values: unknown = JSON.parse(execFileSync('/usr/bin/plutil', args, options))
    if (!isPlainObject(values)) return values
    // A profile adds metadata of its own to its settings.
    return Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith('Payload')))
  })
}

function readSource(name: string, read: () => unknown): PolicySource {
  try {
    const values = read()
    if (!isPlainObject(values)) throw new Error('not a JSON object')
    return { name, state: 'read', values }
  } catch (error) {
    return isMissing(error) ? { name, state: 'missing' } : unreadable(name, error)
  }
}

function unreadable(name: string, error: unknown): PolicySource {
  // An error without a code is the JSON parser's, this file's or a failed command's. Its message may be shown, as the
  // policy is no secret.
  const detail = error instanceof Error && !('code' in error) ? error.message : errorName(error)
  return { name, state: 'unreadable', detail }
}

/**
 * The text of a file that an administrator wrote: if others could create the folder, they could decide for this user.
 * Windows has no such modes, so files there are trusted (docs/security.md).
 */
function readTrusted(file: string): string {
  const opened = openSync(file, 'r')
  try {
    const stats = fstatSync(opened)
    if (stats.size > LIMITS.policy) throw new Error('the policy is too large')
    if (!isOfAdministrator(stats, process.getuid?.()))
      throw new Error('the policy is not of an administrator')
    return textOf(readFileSync(opened))
  } finally {
    closeSync(opened)
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, as PowerShell writes it. */
function textOf(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
}

/**
 * True if a file is owned by root, or by `own`, and nobody else may write it. `own` undefined: Windows, which has no
 * such modes.
 */
export function isOfAdministrator(
  { uid, mode }: { uid: number; mode: number },
  own: number | undefined,
): boolean {
  return own === undefined || ((uid === 0 || uid === own) && (mode & 0o022) === 0)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
