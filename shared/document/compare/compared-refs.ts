import { valueType, type FieldTypes } from '../../fields/field-type.ts'
import type { RelatedRef } from '../../fields/related-ref.ts'
import type { ComparedPart } from './compared.ts'

/** The documents that the values of a comparison point at, each once. */
export function comparedRefs(types: FieldTypes, parts: readonly ComparedPart[]): RelatedRef[] {
  const found = new Map<string, RelatedRef>()
  const look = (part: ComparedPart): void => {
    if (part.kind === 'group') part.parts.forEach(look)
    else if (part.kind === 'rows') part.rows.forEach((row) => row.parts.forEach(look))
    else if (part.field !== null) {
      const type = valueType(types, part.field)
      for (const value of [part.before, part.after])
        for (const ref of type.refs(part.field, value)) found.set(`${ref.slug} ${ref.id}`, ref)
    }
  }
  parts.forEach(look)
  return [...found.values()]
}
