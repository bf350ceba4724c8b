import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react'
import type { JsonObject } from '../../../shared/json.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'
import { formOf, whereOfForm, type KeptRule, type Rule } from '../../../shared/lists/filter-form.ts'

/** Milliseconds without a key before the list is filtered. */
const QUIET_MS = 150

/** A line with a key that stays the same when it changes. */
export type Line = { key: string; rule: Rule | KeptRule }
export type Group = { key: string; lines: Line[] }

let made = 0
/** Returns a unique key for a line or group. */
export function newKey(): string {
  made += 1
  return `f${made}`
}

/**
 * Returns the form of the address's filter. It may hold more: lines without a value, and the latest edits. `onChange`
 * gets the new filter after a pause.
 */
export function useFilterForm({
  where,
  fields,
  onChange,
}: {
  where: JsonObject | null
  fields: readonly FilterField[]
  onChange: (where: JsonObject | null) => void
}): { groups: Group[]; setGroups: Dispatch<SetStateAction<Group[]>> } {
  const now = JSON.stringify(where)
  const [groups, setGroups] = useState(() => keyed(where, fields))
  const [seen, setSeen] = useState(now)
  /** The address's filter, then those that this form requested and the address does not have yet. */
  const [asked, setAsked] = useState<readonly string[]>([now])
  if (now !== seen) {
    setSeen(now)
    const at = asked.lastIndexOf(now)
    if (at !== -1) setAsked(asked.slice(at))
    else {
      // The address changed otherwise (back, a link), so the form follows it.
      setAsked([now])
      setGroups(keyed(where, fields))
    }
  }

  const ask = useEffectEvent((form: readonly Group[]) => {
    const next = whereOfForm(form.map(({ lines }) => lines.map(({ rule }) => rule)))
    const text = JSON.stringify(next)
    if (text === asked.at(-1)) return
    setAsked([...asked, text])
    onChange(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => ask(groups), QUIET_MS)
    return () => clearTimeout(timer)
  }, [groups])

  return { groups, setGroups }
}

function keyed(where: JsonObject | null, fields: readonly FilterField[]): Group[] {
  return formOf(where, fields).map((rules) => ({
    key: newKey(),
    lines: rules.map((rule) => ({ key: newKey(), rule })),
  }))
}
