import { isRows, rowFields, rowId, type DataNode } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../shared/json.ts'

/**
 * Whether a condition of the server decides if the field at a path, or something around it, is shown.
 * @param view the document in one locale; rows in the path are named by id
 */
export function hangsOnCondition(fields: Field[], path: string, view: JsonObject): boolean {
  return within(fields, path.split('.'), view) ?? false
}

/** Null: the path does not lead through these fields. */
function within(fields: Field[], path: string[], view: Json): boolean | null {
  for (const field of fields) {
    const found = through(field, path, view)
    if (found !== null) return found || field.hasCondition
  }
  return null
}

function through(field: Field, path: string[], view: Json): boolean | null {
  const [name, ...rest] = path
  const inside = (fields: Field[], container: string | null) => {
    if (container === null) return within(fields, path, view)
    return container === name ? within(fields, rest, valueOf(view, container)) : null
  }
  switch (field.type) {
    case 'ui':
      return null
    case 'row':
    case 'collapsible':
      return within(field.fields, path, view)
    case 'group':
      return inside(field.fields, field.name)
    case 'tabs':
      for (const tab of field.tabs) {
        const found = inside(tab.fields, tab.name)
        if (found !== null) return found || tab.hasCondition
      }
      return null
    default:
      return field.name === name ? inRows(field, rest, view) : null
  }
}

function inRows(field: DataNode, rest: string[], view: Json): boolean | null {
  const [id, ...below] = rest
  if (!isRows(field) || id === undefined || below.length === 0) return false
  const rows = valueOf(view, field.name)
  const row = Array.isArray(rows) ? rows.filter(isPlainJson).find((one) => rowId(one) === id) : undefined
  return row === undefined ? false : within(rowFields(field, row) ?? [], below, row)
}

function valueOf(view: Json, name: string): Json {
  return isPlainJson(view) ? (own(view, name) ?? null) : null
}
