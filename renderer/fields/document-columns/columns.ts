import { dataFields, type DataNode } from '../../../shared/cms/fields.ts'
import type { Collection, Field, LocalizedText } from '../../../shared/cms/schema-model.ts'
import type { ColumnChoice } from '../../../shared/lists/columns.ts'
import { fieldNodeAt, joinPath } from '../../../shared/document/path.ts'
import type { FieldWithValue } from '../../../shared/fields/field-type.ts'
import { valueModule, type ColumnWidth, type FieldModules } from '../field-module.ts'

/** A column of the list. `path` is what the value is read by and, where it can be, sorted by. */
export type Column =
  | {
      kind: 'field'
      path: string
      node: FieldWithValue
      label: LocalizedText | null
      /** What the groups and tabs around it are called, from the outside in. */
      around: readonly LocalizedText[]
      sortable: boolean
      width: ColumnWidth
    }
  | { kind: 'id'; path: 'id'; sortable: boolean }
  | { kind: 'status'; path: '_status'; sortable: boolean }
  | { kind: 'created' | 'updated'; path: 'createdAt' | 'updatedAt'; sortable: boolean }

/** How many columns are chosen besides the title where the site says nothing (A.4). */
const CHOSEN = 3

/** A column that can be shown, and whether it is. */
export type OfferedColumn = { column: Column; active: boolean }

/**
 * All columns that can be chosen: those of `chosen` in its order, then the rest, as the fields come. What the site does
 * not have (any more), or what this app cannot show, is left out.
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

/** What is kept of a choice; what it says of columns that are not offered here stays, at its end. */
export function choiceOf(
  offered: readonly OfferedColumn[],
  before: readonly ColumnChoice[] | null,
): ColumnChoice[] {
  const known = offered.map(({ column, active }) => ({ accessor: column.path, active }))
  const isOther = ({ accessor }: ColumnChoice): boolean => known.every((one) => one.accessor !== accessor)
  return [...known, ...(before ?? []).filter(isOther)]
}

/** The columns that are shown: the chosen ones, or those of the site. The first one leads to the document. */
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
 * The columns of a collection where nothing is chosen: the site's own, or the title and the next three fields that can be shown; Status and
 * Updated At are always there where the collection has them. The first column leads to the document.
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
 * The columns of a table of joined documents: those that the field names, else the title and when they were changed. The
 * title leads, as it does in the drawer that it opens.
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

/** The paths of all fields that have a value of their own in a document, those in groups and tabs with a name too. */
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

/** Whether a field that the site did not name makes a good column. */
function isOffered(modules: FieldModules, node: DataNode): boolean {
  if (!isShowable(modules, node) || node.hidden || OWN_COLUMNS.has(node.name)) return false
  return valueModule(modules, node).column?.offered !== 'named'
}

function isShowable(modules: FieldModules, node: DataNode): node is FieldWithValue {
  // What only forms hide (`admin.hidden`), such as the name of a file, is a column.
  if (node.type === 'nested' || node.disabled || !node.isColumn) return false
  return valueModule(modules, node).column?.offered !== 'never'
}

/** Whether it shows when something was done: sorted by it, the latest stands first. */
export const isTime = ({ kind }: Column): boolean => kind === 'updated' || kind === 'created'
