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

/** The last valid value of each key by source, as it was written there. */
const keptValues = v.record(v.string(), v.record(v.string(), v.unknown()))
export type KeptValues = v.InferOutput<typeof keptValues>

/** The policy that the administrators of this computer have set for everybody on it. */
export type PolicyReading = {
  policy: Policy
  sources: readonly PolicySource[]
  /** One for each key that is decided, unknown or invalid; for a source that cannot be read the key is `*`. */
  decisions: readonly PolicyDecision[]
  /** The values to store for the next start. */
  kept: KeptValues
}

type Parsed = { raw: unknown; value: unknown }

/**
 * Combines the sources: a later one wins, and null undoes an earlier one. An unreadable value falls back to the last
 * valid one of its source, then to the strict one, then to an earlier source.
 */
export function decidePolicy(sources: readonly PolicySource[], kept: KeptValues): PolicyReading {
  const decided = new Map<PolicyKey, PolicyDecision & Parsed>()
  const others: PolicyDecision[] = []
  const toKeep: KeptValues = {}

  const readFailed = (name: string, detail: string): void => {
    // If a folder cannot be read, the values kept from its files apply.
    const of = Object.keys(kept).filter((from) => from === name || from.startsWith(name + path.sep))
    for (const from of of) toKeep[from] = kept[from] ?? {}
    const last = Object.fromEntries(of.toSorted().flatMap((from) => Object.entries(kept[from] ?? {})))
    const holds = of.length > 0 ? 'last-valid' : 'strict'
    others.push({ key: '*', text: null, source: name, problem: { code: 'unreadable', detail, holds } })
    for (const key of POLICY_KEYS) {
      const parsed = parse(key, of.length > 0 ? last[key] : STRICT_POLICY[key])
      if (parsed !== null)
        decided.set(key, decision(key, parsed, name, { code: 'unreadable', detail, holds }))
    }
  }

  const readValue = (key: PolicyKey, raw: unknown, source: string): void => {
    const result = v.safeParse(policyKeys[key], raw)
    const keep = (value: unknown): void => {
      toKeep[source] = { ...toKeep[source], [key]: value }
    }
    if (result.success) {
      keep(raw)
      decided.set(key, decision(key, { raw, value: result.output }, source, null))
      return
    }
    const [{ message: detail }] = result.issues
    const last = parse(key, kept[source]?.[key])
    if (last !== null) keep(last.raw)
    const parsed = last ?? parse(key, STRICT_POLICY[key])
    const holds = last ? 'last-valid' : parsed ? 'strict' : null
    const problem = { code: 'not-valid', detail, holds } as const
    if (parsed === null) others.push({ key, text: null, source, problem })
    else decided.set(key, decision(key, parsed, source, problem))
  }

  for (const source of sources) {
    if (source.state === 'unreadable') readFailed(source.name, source.detail)
    if (source.state !== 'read') continue
    toKeep[source.name] = {}
    for (const [key, raw] of Object.entries(source.values)) {
      // `$schema` only names the schema for editors.
      if (key === '$schema') continue
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
    kept: toKeep,
  }
}

function decision(
  key: PolicyKey,
  { raw, value }: Parsed,
  source: string,
  problem: PolicyDecision['problem'],
): PolicyDecision & Parsed & { key: PolicyKey } {
  // JSON as a policy file may have it: parts that are not set are left out.
  const text = value === null ? null : JSON.stringify(value, (_name, part: unknown) => part ?? undefined)
  return { key, raw, value, text, source, problem }
}

function parse(key: PolicyKey, raw: unknown): Parsed | null {
  const result = v.safeParse(policyKeys[key], raw)
  return result.success ? { raw, value: result.output } : null
}

/* ---- kept between starts ------------------------------------------------------------------------------------- */

const keptFile = (folder: string): string => path.join(folder, 'policy-last-valid.json')

/** Reads the last valid values from a user's data folder; empty if no file with such values can be read. */
export function readKeptValues(folder: string): KeptValues {
  try {
    return v.parse(keptValues, JSON.parse(readFileSync(keptFile(folder), 'utf8')))
  } catch {
    return {}
  }
}

/** Stores the values for the next start, and logs the problems of sources and keys. */
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

/** The parts of the policy that windows need. */
export function windowPolicy({ policy, decisions }: PolicyReading): WindowPolicy {
  return {
    decisions: [...decisions],
    serverIds: (policy.servers ?? []).map(({ url }) => serverId(url)),
    serverColors: Object.fromEntries(
      (policy.servers ?? []).flatMap(({ url, color }) => (color === null ? [] : [[serverId(url), color]])),
    ),
    keepMegabytes: policy.keepMegabytes,
    onlyTheseServers: policy.onlyTheseServers === true,
    export: policy.export !== false,
    outsideLinks: policy.outsideLinks !== false,
  }
}

/* ---- shown to people who look after the computer --------------------------------------------------------------- */

export type PolicyRow = { key: string; value: string | null; source: string | null; problem: string | null }

/** Rows of all keys, with values as JSON, and of anything else in the sources. Null: not decided, or no problem. */
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

/** The output of `galley --print-policy`, and its exit code: 1 if a source could not be read. */
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
