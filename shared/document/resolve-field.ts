import { isRows, rowFields } from '../cms/fields.ts'
import type { Field, RowsField, ValueField } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { joinPath, splitPath } from './path.ts'
import { slotOf } from './project.ts'
import { findRow } from './row-index.ts'

/** A container around a field that can be collapsed, or that shows one of several parts. */
export type Container = {
  type: 'collapsible' | 'tabs' | 'rows'
  /** Its path in the document: the data path, and its own segment of the schema path. */
  path: string
  /** For tabs the index of the tab, for a list the id of the row; '' for a collapsible. */
  part: string
}

/** Properties that a field inherits from the containers around it. */
type Inherited = {
  localized: boolean
  /** True if it is never rendered (S3.11). */
  hidden: boolean
  readOnly: boolean
  /** True if a function of the site decides whether it is shown. */
  hasCondition: boolean
}

export type ResolvedField = Inherited & {
  path: string
  field: ValueField | RowsField
  /** The server's path of the field in the schema: with the slugs of blocks, without row ids. */
  schemaPath: string
  /** The containers around it, outermost first. */
  containers: readonly Container[]
}

/** A key of one level of data: its field, or the level below it, and the containers between. */
type LevelEntry = Inherited & {
  field: ValueField | RowsField | null
  /** The fields of a named group or tab. */
  inside: Field[] | null
  containers: readonly Container[]
  /** The schema path below the level: `_index-0-1.title`. */
  schemaPath: string
}

type Level = ReadonlyMap<string, LevelEntry>
type FieldContext = Inherited & { containers: readonly Container[]; schemaPath: string }

const levels = new WeakMap<Field[], Level>()
const NOTHING_AROUND: FieldContext = {
  localized: false,
  hidden: false,
  readOnly: false,
  hasCondition: false,
  containers: [],
  schemaPath: '',
}

/** True if a field is never rendered (S3.11). */
export function isOffScreen(field: Pick<Field, 'hidden' | 'disabled'>): boolean {
  return field.hidden || field.disabled
}

/**
 * The field at a path with everything around it, or null. Rows are found by id in `data` (all locales). `root`: slug
 * of the collection or global for schema paths. The cost is the depth of the path.
 */
export function resolveField(
  fields: Field[],
  data: JsonObject,
  path: string,
  locale: string | null,
  root = '',
): ResolvedField | null {
  let level = levelOf(fields)
  let under: JsonObject = data
  let around: FieldContext = { ...NOTHING_AROUND, schemaPath: root }
  let prefix = ''
  const segments = splitPath(path)
  for (let at = 0; at < segments.length; at += 1) {
    const name = segments[at] ?? ''
    const entry = level.get(name)
    if (entry === undefined) return null
    around = inside(around, entry, prefix)
    prefix = joinPath(prefix, name)
    const value = own(under, name)
    const { field } = entry
    if (field === null) {
      const slot = entry.localized && locale !== null && isPlainJson(value) ? own(value, locale) : value
      level = levelOf(entry.inside ?? [])
      under = isPlainJson(slot) ? slot : {}
      continue
    }
    if (at === segments.length - 1) return { path, field, ...around }
    if (!isRows(field)) return null
    const id = segments[(at += 1)] ?? ''
    const row = findRow(slotOf(field, value, locale), id)
    const inRow = row === undefined ? null : rowFields(field, row)
    if (row === undefined || inRow === null) return null
    const blockType = field.type === 'blocks' ? own(row, 'blockType') : undefined
    around = {
      ...around,
      containers: [...around.containers, { type: 'rows', path: prefix, part: id }],
      schemaPath: joinPath(around.schemaPath, typeof blockType === 'string' ? blockType : ''),
    }
    prefix = joinPath(prefix, id)
    level = levelOf(inRow)
    under = row
  }
  return null
}

/** The path of a container without a key of its own; see Container. */
export function containerPath(dataPath: string, field: Pick<Field, 'schemaPath'>): string {
  return joinPath(dataPath, field.schemaPath.slice(field.schemaPath.lastIndexOf('.') + 1))
}

function inside(around: FieldContext, entry: LevelEntry, prefix: string): FieldContext {
  const containers = entry.containers.map((one) => ({ ...one, path: joinPath(prefix, one.path) }))
  return {
    localized: around.localized || entry.localized,
    hidden: around.hidden || entry.hidden,
    readOnly: around.readOnly || entry.readOnly,
    hasCondition: around.hasCondition || entry.hasCondition,
    containers: containers.length === 0 ? around.containers : [...around.containers, ...containers],
    schemaPath: joinPath(around.schemaPath, entry.schemaPath),
  }
}

function levelOf(fields: Field[]): Level {
  const known = levels.get(fields)
  if (known) return known
  const level = new Map<string, LevelEntry>()
  collect(fields, NOTHING_AROUND, level)
  levels.set(fields, level)
  return level
}

function collect(fields: Field[], around: FieldContext, into: Map<string, LevelEntry>): void {
  fields.forEach((field, index) => {
    if (field.type === 'ui') return
    const name = 'name' in field ? field.name : null
    const here: FieldContext = {
      localized: around.localized || ('localized' in field && field.localized),
      hidden: around.hidden || isOffScreen(field),
      readOnly: around.readOnly || field.readOnly,
      hasCondition: around.hasCondition || field.hasCondition,
      containers: around.containers,
      schemaPath: schemaPathBelow(around.schemaPath, name, index),
    }
    const path = lastSegment(here.schemaPath)
    switch (field.type) {
      case 'row':
        return collect(field.fields, here, into)
      case 'collapsible': {
        const containers: Container[] = [...here.containers, { type: 'collapsible', path, part: '' }]
        return collect(field.fields, { ...here, containers }, into)
      }
      case 'group':
        return name === null ? collect(field.fields, here, into) : open(name, field.fields, here, into)
      case 'tabs':
        return field.tabs.forEach((tab, at) => {
          const part: Container = { type: 'tabs', path, part: String(at) }
          const inTab: FieldContext = {
            ...here,
            localized: here.localized || tab.localized,
            hasCondition: here.hasCondition || tab.hasCondition,
            containers: [...here.containers, part],
            schemaPath: schemaPathBelow(here.schemaPath, tab.name, at),
          }
          if (tab.name === null) collect(tab.fields, inTab, into)
          else open(tab.name, tab.fields, inTab, into)
        })
      default:
        if (!into.has(field.name)) into.set(field.name, { ...here, field, inside: null })
    }
  })
}

function open(name: string, fields: Field[], around: FieldContext, into: Map<string, LevelEntry>): void {
  if (!into.has(name)) into.set(name, { ...around, field: null, inside: fields })
}

/** The schema path below a parent. Nameless containers count as `_index-0`, nested ones as `_index-0-1`. */
function schemaPathBelow(parent: string, name: string | null, index: number): string {
  if (name !== null) return joinPath(parent, name)
  return lastSegment(parent).startsWith('_index-')
    ? `${parent}-${index}`
    : joinPath(parent, `_index-${index}`)
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
