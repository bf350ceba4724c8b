import { idList } from '../cms/where.ts'
import { isPlainJson, type Json, type JsonObject } from '../json.ts'

/**
 * Filter conditions that only this computer can answer: documents with unsent edits, and documents parked for a
 * conflict. No field has these names.
 */
export const localRules = ['@unsent', '@conflict'] as const
export type LocalRule = (typeof localRules)[number]

/** Ids of the collection's documents that meet each condition, in a fixed order. */
export type LocalIds = Readonly<Record<LocalRule, readonly string[]>>

const isLocalRule = (name: string): name is LocalRule => localRules.some((rule) => rule === name)

export function hasLocalRules(where: JsonObject | null): boolean {
  return groupsOf(where).some((rules) => rules.some((rule) => Object.keys(rule).some(isLocalRule)))
}

/** True if all matches are on this computer: every alternative asks for unsent edits or a conflict. */
export function isAnsweredHere(where: JsonObject | null): boolean {
  const groups = groupsOf(where)
  return (
    groups.length > 0 &&
    groups.every((rules) =>
      rules.some((rule) =>
        Object.entries(rule).some(([name, asked]) => isLocalRule(name) && isAskedFor(asked)),
      ),
    )
  )
}

/**
 * The filter with the ids in place of what only this computer knows, so that the server and this computer find the same.
 * `where`: in the admin's shape (isWhere).
 */
export function withLocalIds(where: JsonObject, ids: LocalIds): JsonObject {
  if (!hasLocalRules(where)) return where
  return {
    or: groupsOf(where).map((rules) => ({
      and: rules.flatMap((rule) => {
        const others = Object.entries(rule).filter(([name]) => !isLocalRule(name))
        const local = Object.entries(rule).flatMap(([name, asked]) =>
          isLocalRule(name) ? [{ id: idRule(ids[name], isAskedFor(asked)) }] : [],
        )
        return others.length > 0 ? [Object.fromEntries(others), ...local] : local
      }),
    })),
  }
}

function isAskedFor(asked: Json): boolean {
  const [rule] = isPlainJson(asked) ? Object.entries(asked) : []
  const isTicked = rule?.[1] === 'true' || rule?.[1] === true
  return rule?.[0] === 'not_equals' ? !isTicked : isTicked
}

/** An empty list of ids would set no condition. */
function idRule(ids: readonly string[], isWanted: boolean): JsonObject {
  if (ids.length === 0) return { exists: String(!isWanted) }
  return { [isWanted ? 'in' : 'not_in']: idList(ids) }
}

function groupsOf(where: JsonObject | null): JsonObject[][] {
  const groups = where?.['or']
  return (Array.isArray(groups) ? groups : []).map((group) => {
    const rules = isPlainJson(group) ? group['and'] : null
    return Array.isArray(rules) ? rules.filter(isPlainJson) : []
  })
}
