import type { RichTextField } from '../../cms/schema-model.ts'
import { isPlainJson, own } from '../../json.ts'
import type { Json } from '../../json.ts'
import type { ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import { isBlank, plainValue, required } from '../value-rules.ts'
import { richTextLines } from './rich-text-lines.ts'

export const richText: ValueFieldType<RichTextField> = {
  ...plainValue,
  parse: (_raw, named, context) => ({
    ...named,
    type: 'richText',
    innerLocales: context.mayLocalizeInside ? context.locales : null,
    editor: context.parseEditor(),
  }),
  isEmpty: (_field, value) => isBlank(value) || isEmptyRichText(value),
  validate: (field, value) => (field.required && isEmptyRichText(value) ? required : null),
  text: (_field, value) => richTextLines(value).join('\n'),
  fits: (_field, value) => isPlainJson(value) && isPlainJson(own(value, 'root')),
  labelsRows: true,
  operators: () => presenceOperators,
}

/** As the server has it: nothing, or a single paragraph with nothing in it. */
function isEmptyRichText(value: Json | undefined): boolean {
  const root = isPlainJson(value) ? own(value, 'root') : null
  const children = isPlainJson(root) ? own(root, 'children') : null
  if (!Array.isArray(children)) return true
  const [first] = children
  if (first === undefined) return true
  if (children.length > 1 || !isPlainJson(first) || own(first, 'type') !== 'paragraph') return false
  const inside = own(first, 'children')
  return !Array.isArray(inside) || inside.length === 0
}
