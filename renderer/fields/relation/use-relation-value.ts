import { useCallback, useMemo } from 'react'
import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { siteId } from '../../../shared/cms/doc-ref.ts'
import { relatedRef, relationTo } from '../../../shared/fields/relations.ts'
import { itemsOf } from '../../../shared/fields/value-rules.ts'
import type { Json } from '../../../shared/json.ts'
import type { CollectionRef, DrawerAsker } from '../../data/document-drawers-context.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useForm } from '../../form/form-context.tsx'
import { relatedKey } from './use-related.ts'

export type RelationActions = {
  /** Adds a reference, or replaces the single one. An existing one stays. */
  add: (ref: CollectionRef) => void
  remove: (key: string) => void
  /** Moves in front of the one that is at `index` before the move. */
  move: (key: string, index: number) => void
  clear: () => void
  /** Follows documents in a drawer that the field opened: a duplicate is added, a deleted one removed. */
  asker: DrawerAsker
}

/** Returns the actions on a relationship's value; each is one undo step. */
export function useRelationActions(field: RelationField, path: string): RelationActions {
  const form = useForm()
  const { collections } = useSchema()
  const items = useCallback((): Json[] => itemsOf(form.getField(path).value), [form, path])
  const keyOf = useCallback(
    (item: Json) => {
      const ref = relatedRef(field, item)
      return ref === null ? null : relatedKey(ref.slug, ref.id)
    },
    [field],
  )
  return useMemo(() => {
    const put = (next: Json[]) => form.setField(path, field.hasMany ? next : (next[0] ?? null))
    const add = (ref: CollectionRef) => {
      const value = relationTo(field, ref.slug, siteId(collections, ref))
      const now = items()
      if (field.hasMany && now.some((item) => keyOf(item) === relatedKey(ref.slug, ref.id))) return
      put(field.hasMany ? [...now, value] : [value])
    }
    const remove = (key: string) => put(items().filter((item) => keyOf(item) !== key))
    return {
      add,
      remove,
      asker: { onDuplicated: add, onDeleted: ({ slug, id }) => remove(relatedKey(slug, id)) },
      move(key, index) {
        const now = items()
        const from = now.findIndex((item) => keyOf(item) === key)
        const moved = now[from]
        if (moved === undefined || index === from || index === from + 1) return
        const rest = now.filter((_, at) => at !== from)
        put(rest.toSpliced(index > from ? index - 1 : index, 0, moved))
      },
      clear: () => put([]),
    }
  }, [form, path, field, collections, items, keyOf])
}
