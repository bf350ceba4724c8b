import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { LIMITS } from '../../shared/limits.ts'
import { isPolicyKey, POLICY_KEYS, policyKind, type PolicyKey } from './policy-keys.ts'

export const REGISTRY_KEY = String.raw`HKLM\Software\Policies\Galley`
/** reg.exe takes some 20 ms. A start must not hang on it. */
const MOST_MS = 3_000

export type RegistryValue = { name: string; type: string; data: string }

/** What `reg query` prints of the key of the policy; null: there is no such key. Throws where it cannot be asked. */
export function queryRegistry(env: NodeJS.ProcessEnv): string | null {
  const reg = path.win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe')
  try {
    return execFileSync(reg, ['query', REGISTRY_KEY], {
      encoding: 'utf8',
      timeout: MOST_MS,
      maxBuffer: LIMITS.policy,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    // The status of a key that is not there. Its words are in the language of the system.
    if (error instanceof Error && 'status' in error && error.status === 1) return null
    throw error
  }
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
  if (type === 'REG_MULTI_SZ') return data.split(String.raw`\0`).filter((line) => line !== '')
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
