import type { DataNode } from '../cms/fields.ts'

type ValueShape = {
  /**
   * The JSON type of a stored value; of each value of a field that has many. `tree`: an object or an array. `any`: it is
   * not checked.
   */
  json: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'tree' | 'any'
  /** True if a change may name a path in the value, which is no field. */
  hasPaths?: true
}

/** The form of stored values by type of field, for readers that have no schema at hand or an older one. */
export const VALUE_SHAPES: { readonly [T in DataNode['type']]: ValueShape } = {
  array: { json: 'array' },
  blocks: { json: 'array' },
  checkbox: { json: 'boolean' },
  code: { json: 'string' },
  date: { json: 'string' },
  email: { json: 'string' },
  file: { json: 'any' },
  join: { json: 'any', hasPaths: true },
  json: { json: 'any', hasPaths: true },
  nested: { json: 'object' },
  number: { json: 'number' },
  point: { json: 'any', hasPaths: true },
  radio: { json: 'any' },
  relationship: { json: 'any' },
  richText: { json: 'tree', hasPaths: true },
  select: { json: 'any' },
  text: { json: 'string' },
  textarea: { json: 'string' },
  unknown: { json: 'any', hasPaths: true },
  upload: { json: 'any' },
}

export function isValueType(type: unknown): type is DataNode['type'] {
  return typeof type === 'string' && Object.hasOwn(VALUE_SHAPES, type)
}
