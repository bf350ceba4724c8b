import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { LIMITS } from '../../shared/limits.ts'
import { isPolicyKey, POLICY_KEYS, policyKind, type PolicyKey } from './policy-keys.ts'

export const REGISTRY_KEY = String.raw`HKLM\Software\Policies\Galley`
/** Timeout of reg.exe, which takes about 20 ms: it must not block the start. */
const MOST_MS = 3_000

export type RegistryValue = { name: string; type: string; data: string }

/**
 * A key that every Windows has: if it cannot be read either, the registry is unreadable, not our key missing.
 */
const KEY_THERE = String.raw`HKLM\Software\Microsoft\Windows NT\CurrentVersion`

/**
 * Runs `reg query` for the policy's key; null: there is no such key. Throws if the registry cannot be queried. `run`
 * throws with the exit status of a failed process.
 */
export function queryRegistry(run: (args: readonly string[]) => string): string | null {
  try {
    return run(['query', REGISTRY_KEY])
  } catch (error) {
    // Status 1 means a missing key or a registry that must not be read; the message may be in any language.
    if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error
    run(['query', KEY_THERE, '/v', 'CurrentBuild'])
    return null
  }
}

/** Returns a function that runs the system's own reg.exe. */
export function runReg(env: NodeJS.ProcessEnv): (args: readonly string[]) => string {
  const reg = path.win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe')
  return (args) =>
    execFileSync(reg, args, {
      encoding: 'utf8',
      timeout: MOST_MS,
      maxBuffer: LIMITS.policy,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
}

/** Parses the output of `reg query`: four spaces, name, type and data, separated by four spaces. */
export function parseRegistry(printed: string): RegistryValue[] {
  return printed.split(/\r?\n/).flatMap((line) => {
    const [start, name, type, ...data] = line.split('    ')
    if (start !== '' || !name || !type?.startsWith('REG_')) return []
    return [{ name, type, data: data.join('    ') }]
  })
}

/**
 *  * Converts registry values to policy values by key. Names ignore case; a text that is no JSON stays a text.
 */
export function registryPolicy(values: readonly RegistryValue[]): Record<string, unknown> {
  return Object.fromEntries(
    values.map(({ name, type, data }) => {
      const key = POLICY_KEYS.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name
      return [key, isPolicyKey(key) ? policyValue(key, type, data) : data]
    }),
  )
}

function policyValue(key: PolicyKey, type: string, data: string): unknown {
  if (type === 'REG_MULTI_SZ')
    return data
      .split(String.raw`\0`)
      .filter((line) => line !== '')
      .map((line) => (line.startsWith('{') ? jsonOrText(line) : line))
  if (type === 'REG_DWORD') {
    const number = Number(data)
    return policyKind(key) === 'boolean' && (number === 0 || number === 1) ? number === 1 : number
  }
  // reg.exe prints in the code page of the console, where other characters are lost.
  if (type !== 'REG_SZ' || data.includes('\uFFFD')) return { type, data }
  return policyKind(key) === 'choice' ? data : jsonOrText(data)
}

function jsonOrText(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}
