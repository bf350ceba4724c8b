import { dataFields, type DataNode } from '../../../shared/cms/fields.ts'
import type { Collection, Field, LocalizedText } from '../../../shared/cms/schema-model.ts'
import type { ColumnChoice } from '../../../shared/lists/columns.ts'
import { fieldNodeAt, joinPath } from '../../../shared/document/path.ts'
import type { FieldWithValue } from '../../../shared/fields/field-type.ts'
import { valueModule, type ColumnWidth, type FieldModules } from '../field-module.ts'

/** A column of the list. Its value is read, and sorted if possible, by `path`. */
export type Column =
  | {
      kind: 'field'
      path: string
      node: FieldWithValue
      label: LocalizedText | null
      /** Labels of the groups and tabs around the field, from the outside in. */
      around: readonly LocalizedText[]
      sortable: boolean
      width: ColumnWidth
    }
  | { kind: 'id'; path: 'id'; sortable: boolean }
  | { kind: 'status'; path: '_status'; sortable: boolean }
  | { kind: 'created' | 'updated'; path: 'createdAt' | 'updatedAt'; sortable: boolean }

/** Number of default columns besides the title (A.4). */
const CHOSEN = 3

/** An available column, and if it is shown. */
export type OfferedColumn = { column: Column; active: boolean }

/**
 * Returns all available columns: those of `chosen` in its order, then the rest in the order of the fields.
 * Chosen paths without a field, and fields that this app cannot show, are left out.
 */
export function offeredColumns(
  modules: FieldModules,
  collection: Collection,
  chosen: readonly ColumnChoice[] | null,
): OfferedColumn[] {
  const first =
    chosen ?? listColumns(modules, collection).map(({ path }) => ({ accessor: path, active: true }))
  const rest = [...pathsIn(collection.fields), ...OWN_COLUMNS, 'id']
  const offered = new Map<string, OfferedColumn>()
  for (const { accessor, active } of [...first, ...rest.map((name) => ({ accessor: name, active: false }))]) {
    const column = offered.has(accessor) ? null : columnAt(modules, collection, accessor)
    if (column !== null) offered.set(accessor, { column, active })
  }
  return [...offered.values()]
}

/** Returns the choice to store; columns of `before` that are not available here stay at its end. */
export function choiceOf(
  offered: readonly OfferedColumn[],
  before: readonly ColumnChoice[] | null,
): ColumnChoice[] {
  const known = offered.map(({ column, active }) => ({ accessor: column.path, active }))
  const isOther = ({ accessor }: ColumnChoice): boolean => known.every((one) => one.accessor !== accessor)
  return [...known, ...(before ?? []).filter(isOther)]
}

/** Returns the shown columns: the chosen ones, or the site's. The first one links to the document. */
export function shownColumns(
  modules: FieldModules,
  collection: Collection,
  chosen: readonly ColumnChoice[] | null,
): Column[] {
  const shown = offeredColumns(modules, collection, chosen).filter(({ active }) => active)
  return chosen === null || shown.length === 0
    ? listColumns(modules, collection)
    : shown.map(({ column }) => column)
}

/**
 * Returns the default columns of a collection: the site's own, or the title and the next three fields; plus Status
 * and Updated At if the collection has them. The first column links to the document.
 */
export function listColumns(modules: FieldModules, collection: Collection): Column[] {
  const names = collection.defaultColumns ?? [collection.useAsTitle, ...nextFields(modules, collection)]
  const columns: Column[] = []
  for (const path of new Set(names)) {
    const column = columnAt(modules, collection, path)
    if (column !== null) columns.push(column)
  }
  if (columns.length === 0) columns.push({ kind: 'id', path: 'id', sortable: true })
  if (collection.versions?.drafts === true && !columns.some((column) => column.kind === 'status'))
    columns.splice(1, 0, { kind: 'status', path: '_status', sortable: true })
  if (collection.timestamps && !columns.some((column) => column.kind === 'updated'))
    columns.push({ kind: 'updated', path: 'updatedAt', sortable: true })
  return columns
}

/**
 * Returns the columns of a join's table: the title first, then those of the field's config, else Status and
 * Updated At if the collection has them.
 */
export function joinColumns(
  modules: FieldModules,
  collection: Collection,
  names: readonly string[] | null,
): Column[] {
  const wanted = names ?? ['_status', 'updatedAt']
  const columns = [...new Set([collection.useAsTitle, ...wanted])].flatMap(
    (path) => columnAt(modules, collection, path) ?? [],
  )
  return columns.length === 0 ? [{ kind: 'id', path: 'id', sortable: true }] : columns
}

function nextFields(modules: FieldModules, collection: Collection): string[] {
  return dataFields(collection.fields)
    .filter((node) => node.name !== collection.useAsTitle && isOffered(modules, node))
    .slice(0, CHOSEN)
    .map((node) => node.name)
}

function columnAt(modules: FieldModules, collection: Collection, path: string): Column | null {
  if (path === 'id') return { kind: 'id', path, sortable: true }
  if (path === '_status')
    return collection.versions?.drafts === true ? { kind: 'status', path, sortable: true } : null
  if (path === 'updatedAt') return collection.timestamps ? { kind: 'updated', path, sortable: true } : null
  if (path === 'createdAt') return collection.timestamps ? { kind: 'created', path, sortable: true } : null
  const node = fieldNodeAt(collection.fields, {}, path, null)
  if (node === null || !isShowable(modules, node)) return null
  const { sortable, width } = valueModule(modules, node).column ?? {}
  return {
    kind: 'field',
    path,
    node,
    label: node.label,
    around: namesAround(collection.fields, path),
    sortable: node.canSort && (sortable?.(node) ?? false),
    width: width ?? 'field',
  }
}

/** Returns the paths of the fields with a value, except disabled ones, also of those in named groups and tabs. */
function pathsIn(fields: Field[], before = ''): string[] {
  return fields.flatMap((field): string[] => {
    if (field.type === 'ui' || field.disabled) return []
    switch (field.type) {
      case 'row':
      case 'collapsible':
        return pathsIn(field.fields, before)
      case 'group':
        return pathsIn(field.fields, joinPath(before, field.name ?? ''))
      case 'tabs':
        return field.tabs.flatMap((tab) => pathsIn(tab.fields, joinPath(before, tab.name ?? '')))
      default:
        return [joinPath(before, field.name)]
    }
  })
}

function namesAround(fields: Field[], path: string): LocalizedText[] {
  const keys = path.split('.').slice(0, -1)
  return keys.flatMap((_, index): LocalizedText[] => {
    const node = fieldNodeAt(fields, {}, joinPath(...keys.slice(0, index + 1)), null)
    return node === null ? [] : [node.label ?? node.name]
  })
}

const OWN_COLUMNS = new Set(['id', '_status', 'createdAt', 'updatedAt', 'deletedAt'])

/** True if a field makes a good default column. */
function isOffered(modules: FieldModules, node: DataNode): boolean {
  if (!isShowable(modules, node) || node.hidden || OWN_COLUMNS.has(node.name)) return false
  return valueModule(modules, node).column?.offered !== 'named'
}

function isShowable(modules: FieldModules, node: DataNode): node is FieldWithValue {
  // Fields hidden only in forms (`admin.hidden`), such as a file's name, can be columns.
  if (node.type === 'nested' || node.disabled || !node.isColumn) return false
  return valueModule(modules, node).column?.offered !== 'never'
}

/** True for a time, which is sorted latest first. */
export const isTime = ({ kind }: Column): boolean => kind === 'updated' || kind === 'created'
