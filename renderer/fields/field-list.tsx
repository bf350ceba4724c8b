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
  /** The part of the form whose fields are shown, at the top of the document; all by default. */
  place?: FormPart
}

/** Most fields of a list in the first frame of a document. */
const FIRST = 4

/** A list of fields, one below the other. */
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

/**
 * Returns the fields of the first frame: at most FIRST, none after the first HOLDERS field that is surely open. Such a
 * container draws its own first fields.
 */
function firstOf(shown: ShownField[]): ShownField[] {
  const holder = shown.findIndex(({ field }) => HOLDERS.has(field.type) && !mayBeClosed(field))
  return shown.slice(0, holder === -1 ? FIRST : Math.min(FIRST, holder + 1))
}

const HOLDERS: ReadonlySet<Field['type']> = new Set(['tabs', 'group', 'collapsible'])

/** True if the container has a condition or is folded by default, so that its fields may be off the screen. */
function mayBeClosed(field: Field): boolean {
  return field.hasCondition || (field.type === 'collapsible' && field.initCollapsed)
}

/** A shown field, and its key among its siblings. */
type ShownField = { key: string; field: Field }

/**
 * Returns the fields of a level that are on the screen, without hidden and disabled ones (S3.11) and those
 * that the user may not read (S5.28). `place`: only those of the main column or of the sidebar.
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
