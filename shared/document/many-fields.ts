import { dataFields, isRows } from '../cms/fields.ts'
import type { Field, LocalizedText, ValueField } from '../cms/schema-model.ts'
import { joinPath } from './path.ts'
import { isOffScreen } from './resolve-field.ts'

/** A field that can get the same value in many documents. */
export type ManyField = {
  path: string
  /** Path of the object that holds the field. */
  parent: string
  field: ValueField
  /**
   * Labels of the named groups and tabs around the field, then its own. If two fields would have equal labels, the
   * names of their groups and tabs replace those labels.
   */
  labels: LocalizedText[]
}

const OWN: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'])

/**
 * The fields that can be edited in many documents at once: shown in every document, writable, not unique,
 * outside of rows, and not excluded by the site.
 */
export function manyFields(fields: Field[]): ManyField[] {
  const all = fieldsIn(fields, '', [])
  const called = ({ labels }: ManyField): string => JSON.stringify(labels)
  const counts = new Map<string, number>()
  for (const field of all) counts.set(called(field), (counts.get(called(field)) ?? 0) + 1)
  // Equal labels are told apart by the names of the groups and tabs around the fields.
  return all.map((field) =>
    field.parent === '' || counts.get(called(field)) === 1
      ? field
      : { ...field, labels: [...field.parent.split('.'), ...field.labels.slice(-1)] },
  )
}

function fieldsIn(fields: Field[], parent: string, around: ManyField['labels']): ManyField[] {
  return dataFields(fields).flatMap((node): ManyField[] => {
    const path = joinPath(parent, node.name)
    if (node.type === 'nested') {
      const names = node.label === null ? around : [...around, node.label]
      return node.localized ? [] : fieldsIn(node.fields, path, names)
    }
    if (isRows(node) || node.type === 'join' || (parent === '' && OWN.has(node.name))) return []
    if (isOffScreen(node) || node.readOnly || node.hasCondition || node.unique || !node.editsMany) return []
    return [{ path, parent, field: node, labels: [...around, node.label ?? node.name] }]
  })
}
