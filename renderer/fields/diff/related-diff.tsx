import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { relatedRef } from '../../../shared/fields/relations.ts'
import { itemsOf, plainText } from '../../../shared/fields/value-rules.ts'
import { sameJson, type Json } from '../../../shared/json.ts'
import { useCollection } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import marks from '../../ui/text-change/word-marks.module.css'
import type { FieldDiffProps, ValueContext } from '../field-module.ts'
import { pictured } from '../thumbnail/picture-sources.ts'
import { Thumbnail } from '../thumbnail/thumbnail.tsx'
import { DiffSides, SameSides } from './diff-sides.tsx'
import styles from './related-diff.module.css'

/** The documents that two values refer to, by title and picture; those of one side alone are marked. */
export function RelatedDiff({ field, before, after, names, context }: FieldDiffProps<RelationField>) {
  const [old, now] = [itemsOf(before), itemsOf(after)]
  const list = (items: Json[], others: Json[], sign: 'add' | 'del') => {
    const there = new Set(others.map((other) => documentKey(field, other)))
    return items.length === 0 ? null : (
      <ul className={styles['items']}>
        {items.map((item, at) => {
          const isAlone = !there.has(documentKey(field, item))
          const Mark = !isAlone ? 'span' : sign === 'add' ? 'ins' : 'del'
          return (
            <li key={`${at}`}>
              <Mark className={isAlone ? marks['marked'] : undefined}>
                <RelatedItem field={field} item={item} context={context} />
              </Mark>
            </li>
          )
        })}
      </ul>
    )
  }
  if (sameJson(before, after)) return <SameSides>{list(now, old, 'add')}</SameSides>
  return <DiffSides before={list(old, now, 'del')} after={list(now, old, 'add')} names={names} />
}

function RelatedItem({ field, item, context }: { field: RelationField; item: Json; context: ValueContext }) {
  const { label } = useT()
  const ref = relatedRef(field, item)
  const collection = useCollection(ref?.slug ?? '')
  const row = ref === null ? null : (context.rowOf?.(ref.slug, ref.id) ?? null)
  const title = (ref === null ? null : context.nameOf(ref.slug, ref.id)) ?? plainText(item)
  return (
    <span className={styles['item']}>
      {collection !== null && collection.upload !== false && <Thumbnail of={pictured(row)} size="item" />}
      <bdi>{title}</bdi>
      {field.relationTo.length > 1 && ref !== null && (
        <span className={styles['kind']}>{label(collection?.labels.singular ?? null) || ref.slug}</span>
      )}
    </span>
  )
}

/** Returns a key of the referenced document, whose id may be a number or a text. */
function documentKey(field: RelationField, item: Json): string {
  const ref = relatedRef(field, item)
  return JSON.stringify(ref === null ? item : [ref.slug, ref.id])
}
