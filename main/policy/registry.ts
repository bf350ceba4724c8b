import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { LIMITS } from '../../shared/limits.ts'
import { isPolicyKey, POLICY_KEYS, policyKind, type PolicyKey } from './policy-keys.ts'

export const REGISTRY_KEY = String.raw`HKLM\Software\Policies\Galley`
/** reg.exe takes some 20 ms. A start must not hang on it. */
const MOST_MS = 3_000

export type RegistryValue = { name: string; type: string; data: string }

/** A key that every Windows has. */
const KEY_THERE = String.raw`HKLM\Software\Microsoft\Windows NT\CurrentVersion`

/**
 * What `reg query` prints of the key of the policy; null: there is no such key. Throws where the registry cannot be asked:
 * reg.exe is not there, or its use is forbidden. `run` throws with the status of a process that failed.
 */
export function queryRegistry(run: (args: readonly string[]) => string): string | null {
  try {
    return run(['query', REGISTRY_KEY])
  } catch (error) {
    // The status of a key that is not there, and of a registry that must not be read. Its words are in any language.
    if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error
    run(['query', KEY_THERE, '/v', 'CurrentBuild'])
    return null
  }
}

/** Runs reg.exe, as the system's own folder has it. */
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

/** The values in what `reg query` prints: four spaces, name, type and data, with four spaces between them. */
export function parseRegistry(printed: string): RegistryValue[] {
  return printed.split(/\r?\n/).flatMap((line) => {
    const [start, name, type, ...data] = line.split('    ')
    if (start !== '' || !name || !type?.startsWith('REG_')) return []
    return [{ name, type, data: data.join('    ') }]
  })
}

/** The values of the policy by its keys. Names of the registry have no case; data that fits no key stays a text. */
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
  // reg.exe prints the code page of the console, in which other letters are lost.
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
