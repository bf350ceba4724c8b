import { memo, useMemo } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import styles from './field-list.module.css'
import type { FormPart } from './place.ts'
import { FieldSlot } from './field-slot.tsx'
import { useIsPastFirstFrame } from './first-frame.tsx'
import { joinPath } from '../../shared/document/path.ts'
import { isOffScreen } from '../../shared/document/resolve-field.ts'
import { useFieldScope } from './field-scope.tsx'

export type FieldListProps = {
  fields: Field[]
  /** Path of the data these fields lie in; '' for the document. */
  path: string
  /** Which of them, at the top of the document; all by default. */
  place?: FormPart
}

/** So many fields of a list are in the first frame of a document, at most. */
const FIRST = 4

/** Fields one under another. */
export const FieldList = memo(function FieldList({ fields, path, place }: FieldListProps) {
  const shown = useShownFields(fields, path, place)
  const drawn = useIsPastFirstFrame() ? shown : firstOf(shown)
  return (
    <div className={styles['list']}>
      {drawn.map(({ key, field }) => (
        <FieldSlot key={key} field={field} path={path} />
      ))}
    </div>
  )
})

/** Up to the first that holds a list of fields itself, which comes with its own first ones. */
function firstOf(shown: ShownField[]): ShownField[] {
  const holder = shown.findIndex(({ field }) => HOLDERS.has(field.type) && !mayBeClosed(field))
  return shown.slice(0, holder === -1 ? FIRST : Math.min(FIRST, holder + 1))
}

const HOLDERS: ReadonlySet<Field['type']> = new Set(['tabs', 'group', 'collapsible'])

/** Nothing of it may be on the screen. */
function mayBeClosed(field: Field): boolean {
  return field.hasCondition || (field.type === 'collapsible' && field.initCollapsed)
}

/** A field on the screen, and its key among those beside it. */
type ShownField = { key: string; field: Field }

/**
 * The fields of a level that are on the screen, each with a key: not the hidden and disabled ones (S3.11), not those
 * that the user may not read (S5.28), and not those of the inspector unless it is the inspector that asks.
 */
export function useShownFields(fields: Field[], path: string, place: FormPart | 'any' = 'any'): ShownField[] {
  const { mayRead, placeOf } = useFieldScope()
  return useMemo(
    () =>
      fields
        .map((field, index) => ({
          key: 'name' in field && field.name !== null ? field.name : `${index}`,
          field,
        }))
        .filter(({ field }) => !isOffScreen(field))
        .filter(({ field }) => place === 'any' || placeOf(field) === place)
        .filter(
          ({ field }) => !('name' in field) || field.name === null || mayRead(joinPath(path, field.name)),
        ),
    [fields, path, place, mayRead, placeOf],
  )
}
