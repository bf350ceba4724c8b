import type { Field } from '../../shared/cms/schema-model.ts'
import { applyChange } from '../../shared/document/apply.ts'
import type { SetChange } from '../../shared/document/change.ts'
import { KEPT_STEPS } from '../../shared/document/history.ts'
import { fieldNodeAt, getStored, splitPath, updateSlot } from '../../shared/document/path.ts'
import {
  absorbRichText,
  innerLocales,
  nodesOnlyIn,
  withNodes,
  type InnerLocales,
} from '../../shared/document/rich-text-locales.ts'
import type { JsonObject } from '../../shared/json.ts'

/** What an edit of a text that all locales share comes to. */
export type SharedEdit = {
  data: JsonObject
  inner: InnerLocales
  /** Nodes came back, and with them what they say in other locales: that is no part of the edit. */
  isReturn: boolean
}

/**
 * Texts with words of all locales in their nodes, and the nodes that went from them: what is cut in one locale and
 * pasted again, or comes back by undo, has its words in the others again, as long as an undo could bring it back.
 */
export type SharedTexts = {
  /** Null: what is edited is no such text. */
  apply: (data: JsonObject, change: SetChange) => SharedEdit | null
}

export function createSharedTexts(fields: Field[]): SharedTexts {
  /** Of each edit in which nodes went the nodes that are not back: no more edits than an undo can go back. */
  let gone: Map<string, JsonObject>[] = []

  /** What went under an id, which is back now. */
  function takeBack(id: string): JsonObject[] {
    const edit = gone.findLast((nodes) => nodes.has(id))
    const went = edit?.get(id)
    edit?.delete(id)
    return went === undefined ? [] : [went]
  }

  return {
    apply(data, change) {
      const { path, locale } = change
      const node = fieldNodeAt(fields, data, path, locale)
      const inner = node === null ? null : innerLocales(node)
      if (inner === null || locale === null) return null
      const before = getStored(fields, data, path, locale)
      const next = applyChange(fields, data, change)
      const after = getStored(fields, next, path, locale)
      const back = nodesOnlyIn(after, before).flatMap(([id]) => takeBack(id))
      const went = new Map(nodesOnlyIn(before, after))
      if (back.length > 0 || went.size > 0)
        gone = [...gone, went].filter(({ size }) => size > 0).slice(-KEPT_STEPS)
      if (back.length === 0) return { data: next, inner, isReturn: false }
      const whole = absorbRichText(inner, withNodes(before, back), change.to, locale)
      return {
        data: updateSlot(
          fields,
          data,
          splitPath(path),
          locale,
          () => whole,
          (value) => value,
        ),
        inner,
        isReturn: true,
      }
    },
  }
}
