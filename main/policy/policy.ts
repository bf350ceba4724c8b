import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { PolicyDecision, WindowPolicy } from '../../shared/policy.ts'
import { errorName, type Log } from '../log.ts'
import { serverId } from '../server/address.ts'
import {
  isPolicyKey,
  NO_POLICY,
  POLICY_KEYS,
  policyKeys,
  STRICT_POLICY,
  type Policy,
  type PolicyKey,
} from './policy-keys.ts'
import type { PolicySource } from './policy-sources.ts'

/** The last valid value of each key that was decided, as its source wrote it. */
const keptValues = v.record(v.string(), v.object({ value: v.unknown(), source: v.string() }))
export type KeptValues = v.InferOutput<typeof keptValues>

/** What the people who look after this computer have decided for everybody on it. */
export type PolicyReading = {
  policy: Policy
  sources: readonly PolicySource[]
  /** One for each key that is decided, not known or not valid; of a source that cannot be read the key is `*`. */
  decisions: readonly PolicyDecision[]
  /** To be kept for the next start. */
  kept: KeptValues
}

type Parsed = { raw: unknown; value: unknown }

/**
 * The policy that sources make together: of two that decide a key the later one counts, and null takes back what an
 * earlier one decided. A value that cannot be read leaves the last valid one; without one the strict one holds.
 */
export function decidePolicy(sources: readonly PolicySource[], kept: KeptValues): PolicyReading {
  const decided = new Map<PolicyKey, PolicyDecision & Parsed>()
  const others: PolicyDecision[] = []
  const keptOf = (key: PolicyKey): Parsed | null => parse(key, kept[key]?.value)

  const readFailed = (name: string, detail: string): void => {
    others.push({ key: '*', text: null, source: name, problem: { code: 'unreadable', detail, holds: null } })
    const last = POLICY_KEYS.flatMap((key) => {
      // The files of a folder that cannot be read count as the folder's.
      const from = kept[key]?.source ?? ''
      const isFrom = from === name || from.startsWith(name + path.sep)
      const parsed = isFrom ? keptOf(key) : null
      return parsed === null ? [] : [{ key, parsed, holds: 'last-valid' as const }]
    })
    const strict = POLICY_KEYS.flatMap((key) => {
      const parsed = parse(key, STRICT_POLICY[key])
      return parsed === null ? [] : [{ key, parsed, holds: 'strict' as const }]
    })
    for (const { key, parsed, holds } of last.length > 0 ? last : strict)
      decided.set(key, decision(key, parsed, name, { code: 'unreadable', detail, holds }))
  }

  const readValue = (key: PolicyKey, raw: unknown, source: string): void => {
    const result = v.safeParse(policyKeys[key], raw)
    if (result.success) {
      decided.set(key, decision(key, { raw, value: result.output }, source, null))
      return
    }
    const [{ message: detail }] = result.issues
    const last = keptOf(key)
    const strict = parse(key, STRICT_POLICY[key])
    const holds = last ? 'last-valid' : strict ? 'strict' : null
    const parsed = last ?? strict ?? decided.get(key) ?? { raw: null, value: null }
    decided.set(key, decision(key, parsed, source, { code: 'not-valid', detail, holds }))
  }

  for (const source of sources) {
    if (source.state === 'unreadable') readFailed(source.name, source.detail)
    if (source.state !== 'read') continue
    for (const [key, raw] of Object.entries(source.values)) {
      if (!isPolicyKey(key)) {
        const problem = { code: 'unknown-key', detail: '', holds: null } as const
        others.push({ key, text: null, source: source.name, problem })
      } else if (raw === null) decided.delete(key)
      else readValue(key, raw, source.name)
    }
  }

  const all = POLICY_KEYS.flatMap((key) => decided.get(key) ?? [])
  return {
    policy: { ...NO_POLICY, ...Object.fromEntries(all.map(({ key, value }) => [key, value])) },
    sources,
    decisions: [...all.map(({ raw: _raw, value: _value, ...shown }) => shown), ...others],
    kept: Object.fromEntries(
      all.flatMap(({ key, raw, source, problem }) => {
        const last = kept[key]
        if (problem === null) return [[key, { value: raw, source }]]
        return problem.holds === 'last-valid' && last ? [[key, last]] : []
      }),
    ),
  }
}

function decision(
  key: PolicyKey,
  { raw, value }: Parsed,
  source: string,
  problem: PolicyDecision['problem'],
): PolicyDecision & Parsed & { key: PolicyKey } {
  return { key, raw, value, text: value === null ? null : JSON.stringify(value), source, problem }
}

function parse(key: PolicyKey, raw: unknown): Parsed | null {
  const result = v.safeParse(policyKeys[key], raw)
  return result.success ? { raw, value: result.output } : null
}

/* ---- kept between starts ------------------------------------------------------------------------------------- */

const keptFile = (folder: string): string => path.join(folder, 'policy-last-valid.json')

/** The last valid values in the data folder of a user; none where there is no such file. */
export function readKeptValues(folder: string): KeptValues {
  try {
    return v.parse(keptValues, JSON.parse(readFileSync(keptFile(folder), 'utf8')))
  } catch {
    return {}
  }
}

/** Keeps the values for the next start and says in the log what could not be read. */
export function keepPolicy(
  folder: string,
  before: KeptValues,
  { kept, decisions }: PolicyReading,
  log: Log,
): void {
  for (const { key, source, problem } of decisions) {
    if (problem === null) continue
    const { code, detail, holds } = problem
    const write = code === 'unknown-key' ? log.warn : log.error
    write(`policy-${code}`, { key, source, detail, holds })
  }
  const text = JSON.stringify(kept)
  if (text === JSON.stringify(before)) return
  try {
    writeFileSync(keptFile(folder), text, { mode: 0o600 })
  } catch (error) {
    log.error('policy-not-kept', { error: errorName(error) })
  }
}

/** What the window is told. */
export function windowPolicy({ policy, decisions }: PolicyReading): WindowPolicy {
  return {
    decisions: [...decisions],
    serverIds: (policy.servers ?? []).map(({ url }) => serverId(url)),
    keepMegabytes: policy.keepMegabytes,
    onlyTheseServers: policy.onlyTheseServers === true,
    export: policy.export !== false,
    outsideLinks: policy.outsideLinks !== false,
  }
}

/* ---- shown to people who look after the computer --------------------------------------------------------------- */

export type PolicyRow = { key: string; value: string | null; source: string | null; problem: string | null }

/** Every key with its value as JSON, and all else that a source says. null: not decided; nothing is wrong. */
export function policyRows({ decisions }: PolicyReading): PolicyRow[] {
  const isDecided = new Set(decisions.map(({ key }) => key))
  return [
    ...decisions.map(({ key, text, source, problem }) => ({
      key,
      value: text,
      source,
      problem: problem === null ? null : problemText(problem),
    })),
    ...POLICY_KEYS.filter((key) => !isDecided.has(key)).map((key) => ({
      key,
      value: null,
      source: null,
      problem: null,
    })),
  ]
}

/** What `galley --print-policy` prints, and the exit code: 1 where a source could not be read. */
export function printedPolicy(reading: PolicyReading): { text: string; code: 0 | 1 } {
  const { sources } = reading
  const states = sources.map(({ name, state }) => `  ${name}: ${state === 'missing' ? 'not there' : state}`)
  const rows = policyRows(reading).map(({ key, value, source, problem }) =>
    [
      `  ${key}: ${value ?? 'not decided'}`,
      ...(source === null ? [] : [`    from ${source}`]),
      ...(problem === null ? [] : [`    problem: ${problem}`]),
    ].join('\n'),
  )
  const text = ['Sources, the last one counts:', ...states, '', 'Keys:', ...rows, ''].join('\n')
  return { text, code: sources.some(({ state }) => state === 'unreadable') ? 1 : 0 }
}

function problemText({ code, detail, holds }: NonNullable<PolicyDecision['problem']>): string {
  if (code === 'unknown-key') return 'this version of Galley does not know this key'
  const what = `${code === 'unreadable' ? 'the source cannot be read' : 'the value is not valid'} (${detail})`
  if (holds === null) return what
  return `${what}; ${holds === 'last-valid' ? 'the last valid value holds' : 'the strict value holds'}`
}
