import { useCallback, useMemo } from 'react'
import { dataFields } from '../../../shared/cms/fields.ts'
import { fallbacksOf } from '../../../shared/cms/locales.ts'
import type { Collection, UploadField, Field } from '../../../shared/cms/schema-model.ts'
import { getValue } from '../../../shared/document/path.ts'
import { relatedRef } from '../../../shared/fields/relations.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocumentRows } from '../../data/use-document-rows.ts'
import { useT } from '../../i18n/use-t.ts'
import { pictured, type Pictured } from '../thumbnail/picture-sources.ts'
import { useValueContext } from '../use-value-context.ts'
import { columnLabel } from './column-labels.ts'
import type { Column } from './columns.ts'
import { valueType, type FieldTypes } from '../../../shared/fields/field-type.ts'
import type { RelatedRef } from '../../../shared/cms/doc-ref.ts'
import type { ValueContext } from '../field-module.ts'

/** Returns the context of these rows' cells; their references are read together, not per row. */
export function useCellContext(
  collection: Collection,
  columns: readonly Column[],
  rows: readonly ListRow[],
  locale: string | null,
  move?: CellContext['move'],
): CellContext {
  const types = useFieldTypes()
  const words = useT()
  const { localization } = useSchema()
  const field = useMemo(() => pictureField(collection, columns), [collection, columns])
  const refs = useMemo(() => {
    const shown = rowsRefs(types, collection.fields, columns, rows, locale)
    if (field === null) return shown
    return [...shown, ...rows.flatMap((row) => pictureRef(collection, field, row, locale) ?? [])]
  }, [types, collection, columns, rows, locale, field])
  const related = useDocumentRows(refs, locale)
  const found = related.rowOf
  const isOnline = useConnection()?.status === 'online'
  // Only a folder column tells that titles are being read; without one the rows are not redrawn for that.
  const saysReading = columns.some(({ path }) => path === collection.folderField)
  const isReading = saysReading && (!related.isRead || (isOnline && !related.isAsked))
  const nameOf = useCallback((slug: string, id: string) => found(slug, id)?.title || null, [found])
  const values = useValueContext(nameOf)
  return useMemo((): CellContext => {
    const rowOf = (slug: string, id: string): ListRow | null => found(slug, id)?.row ?? null
    const hasPictures = collection.upload !== false || field !== null
    return {
      ...values,
      rowOf,
      collection,
      locale,
      isReading,
      ...(move !== undefined && { move }),
      fallbacks: fallbacksOf(localization, locale),
      columnLabel: (column) => columnLabel(column, words),
      picture: hasPictures
        ? (row) => {
            if (field === null) return pictured(row)
            const ref = pictureRef(collection, field, row, locale)
            return ref === null ? null : pictured(rowOf(ref.slug, ref.id))
          }
        : null,
    }
  }, [values, words, found, collection, field, locale, localization, isReading, move])
}

/**
 * Returns the first upload field with one file, whose file is a document's picture; null: none, it is a column, or the
 * documents are files themselves.
 */
function pictureField(collection: Collection, columns: readonly Column[]): UploadField | null {
  if (collection.upload) return null
  const field = dataFields(collection.fields).find((node) => node.type === 'upload' && !node.hasMany)
  if (field?.type !== 'upload' || columns.some(({ path }) => path === field.name)) return null
  return field
}

function pictureRef({ fields }: Collection, field: UploadField, { data }: ListRow, locale: string | null) {
  return relatedRef(field, getValue(fields, data, field.name, locale))
}

/** Returns the documents that these rows refer to in these columns. */
function rowsRefs(
  types: FieldTypes,
  fields: Field[],
  columns: readonly Column[],
  rows: readonly ListRow[],
  locale: string | null,
): RelatedRef[] {
  return columns.flatMap((column) => {
    if (column.kind !== 'field') return []
    const { node, path } = column
    const type = valueType(types, node)
    return rows.flatMap(({ data }) => type.refs(node, getValue(fields, data, path, locale)))
  })
}

/** Context of a list's cells besides their row. */
export type CellContext = ValueContext & {
  collection: Collection
  locale: string | null
  /** Locales tried in order if a title has no value in the current one. */
  fallbacks: readonly string[]
  columnLabel: (column: Column) => string
  /**
   * Returns the picture in front of a row's title, null for an empty space; null: these documents have no pictures.
   */
  picture: ((row: ListRow) => Pictured | null) | null
  /** True while the titles of folders are being read, if they have a column. */
  isReading: boolean
  /** Moves a row's document into another folder; absent: this table moves nothing. */
  move?: {
    ask: (row: ListRow) => void
    /** Returns the reason that it cannot be moved, as text; null if it can. */
    whyNot: (row: ListRow) => string | null
  }
}
