import type { Field } from '../../shared/cms/schema-model.ts'
import { applyChange } from '../../shared/document/apply.ts'
import type { SetChange } from '../../shared/document/change.ts'
import { fieldNodeAt, getStored, splitPath, updateSlot } from '../../shared/document/path.ts'
import { absorbNode, innerLocales } from '../../shared/document/project.ts'
import { nodesOnlyIn, withNodes } from '../../shared/fields/richText/inner-locales.ts'
import { isJsonObject, own } from '../../shared/json.ts'
import type { Json, JsonObject } from '../../shared/json.ts'

/** What an edit of a text that all locales share comes to. */
export type SharedEdit = {
  data: JsonObject
  /** All locales of the site. */
  codes: readonly string[]
  /** Nodes came back, and with them what they say in other locales: that is no part of the edit. */
  isReturn: boolean
}

/**
 * Texts with words of all locales in their nodes, and the nodes that went from them: what is cut in one locale and
 * pasted again, or comes back by undo, has its words in the others again.
 */
export type SharedTexts = {
  /** Null: what is edited is no such text. */
  apply: (data: JsonObject, change: SetChange) => SharedEdit | null
  /** What is there came from elsewhere: nodes in it are not gone, and may have other words by now. */
  arrived: (data: JsonObject) => void
}

/** Nodes that went and are not back, by id: as the last edit that took them left them. */
export type GoneNodes = Map<string, JsonObject>

export function createSharedTexts(fields: Field[], gone: GoneNodes): SharedTexts {
  /** What went under an id, which is back now. */
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
