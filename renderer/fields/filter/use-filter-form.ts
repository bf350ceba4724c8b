import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react'
import type { JsonObject } from '../../../shared/json.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'
import { formOf, whereOfForm, type KeptRule, type Rule } from '../../../shared/lists/filter-form.ts'

/** A list is filtered this long after the last key. */
const QUIET_MS = 150

/** A line with what tells it apart from its like, however often it changes. */
export type Line = { key: string; rule: Rule | KeptRule }
export type Group = { key: string; lines: Line[] }

let made = 0
/** A name that no other line or group has. */
export function newKey(): string {
  made += 1
  return `f${made}`
}

/**
 * The form of the filter of an address. It may hold more than the address does: lines without a value, and what was
 * typed a moment ago. `onChange` has the new filter once it is quiet.
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
  /** What this form asked for and the address did not hold yet; it follows at the router's own pace. */
  const [asked, setAsked] = useState<readonly string[]>([now])
  if (now !== seen) {
    setSeen(now)
    const at = asked.lastIndexOf(now)
    if (at !== -1) setAsked(asked.slice(at))
    else {
      // Changed by other means (back, a link): the form follows the address.
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
