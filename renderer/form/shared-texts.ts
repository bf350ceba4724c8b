import type { Field } from '../../shared/cms/schema-model.ts'
import { applyChange } from '../../shared/document/apply.ts'
import type { SetChange } from '../../shared/document/change.ts'
import { fieldNodeAt, getStored, splitPath, updateSlot } from '../../shared/document/path.ts'
import { absorbNode, innerLocales } from '../../shared/document/project.ts'
import { nodesOnlyIn, withNodes } from '../../shared/fields/richText/inner-locales.ts'
import { isJsonObject, own } from '../../shared/json.ts'
import type { Json, JsonObject } from '../../shared/json.ts'

/** Result of an edit of a text that all locales share. */
export type SharedEdit = {
  data: JsonObject
  /** All locales of the site. */
  codes: readonly string[]
  /** True if nodes came back together with their text in other locales, which is not part of the edit. */
  isReturn: boolean
}

/**
 * Rich texts with parts per locale in their nodes, and the nodes removed from them: a node that is cut and pasted, or
 * restored by undo, gets its text in the other locales back.
 */
export type SharedTexts = {
  /** Null: the change is not of such a text. */
  apply: (data: JsonObject, change: SetChange) => SharedEdit | null
  /** Called with data from elsewhere: nodes in it are not removed, and may have newer text. */
  arrived: (data: JsonObject) => void
}

/** Removed nodes by id, as they were before the removal. */
export type GoneNodes = Map<string, JsonObject>

export function createSharedTexts(fields: Field[], gone: GoneNodes): SharedTexts {
  /** Returns and forgets the removed node with an id that is back now. */
  function takeBack(id: string): JsonObject[] {
    const went = gone.get(id)
    gone.delete(id)
    return went === undefined ? [] : [went]
  }

  function forget(value: Json): void {
    if (Array.isArray(value)) {
      for (const one of value) forget(one)
      return
    }
    if (!isJsonObject(value)) return
    const id = own(value, 'id')
    if (typeof id === 'string') gone.delete(id)
    for (const one of Object.values(value)) forget(one)
  }

  return {
    arrived(data) {
      if (gone.size > 0) forget(data)
    },
    apply(data, change) {
      const { path, locale } = change
      const node = fieldNodeAt(fields, data, path, locale)
      const codes = node === null ? undefined : innerLocales(node)?.codes
      if (node === null || codes === undefined || locale === null) return null
      const before = getStored(fields, data, path, locale)
      const next = applyChange(fields, data, change)
      const after = getStored(fields, next, path, locale)
      const back = nodesOnlyIn(after, before).flatMap(([id]) => takeBack(id))
      for (const [id, went] of nodesOnlyIn(before, after)) gone.set(id, went)
      if (back.length === 0) return { data: next, codes, isReturn: false }
      const whole = absorbNode(node, withNodes(before, back), change.to, locale)
      return {
        data: updateSlot(
          fields,
          data,
          splitPath(path),
          locale,
          () => whole,
          (value) => value,
        ),
        codes,
        isReturn: true,
      }
    },
  }
}
