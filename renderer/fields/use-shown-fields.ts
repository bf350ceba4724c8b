import { useMemo } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import { joinPath } from '../../shared/document/path.ts'
import { isOffScreen } from '../../shared/document/resolve-field.ts'
import { useFieldScope } from './field-scope.tsx'
import type { Place } from './place.ts'

/** A field on the screen, and its key among those beside it. */
export type ShownField = { key: string; field: Field }

/**
 * The fields of a level that are on the screen, each with a key: not the hidden and disabled ones (S3.11), not those
 * that the user may not read (S5.28), and not those of the inspector unless it is the inspector that asks.
 */
export function useShownFields(fields: Field[], path: string, place: Place | 'any' = 'any'): ShownField[] {
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
