import type { RichTextField } from '../../cms/schema-model.ts'
import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import type { ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import type { RelatedRef } from '../../cms/doc-ref.ts'
import { isBlank, plainValue, required } from '../value-rules.ts'
import { documentAt } from './links.ts'
import { nodeSchema } from './merge-fields.ts'
import { bothTexts, canKeepBoth, mergeRichText, mergeSides } from './merge-rich-text.ts'
import { fieldsInText } from './node-fields.ts'
import { rootOf, topNodes, typeOf } from './nodes.ts'
import { richTextLines } from './rich-text-lines.ts'
import { textError } from './validate-nodes.ts'

export const richText: ValueFieldType<RichTextField> = {
  ...plainValue,
  parse: (_raw, named, context) => ({
    ...named,
    type: 'richText',
    innerLocales: context.mayLocalizeInside ? context.locales : null,
    editor: context.parseEditor(),
  }),
  isEmpty,
  validate: (field, value, { errorsIn }) =>
    field.required && isEmpty(field, value) ? required : textError(errorsIn, field, value),
  inside: fieldsInText,
  equal: (_field, a, b) => sameJson(a, b) || (hasNoText(a) && hasNoText(b)),
  merge(field, base, mine, theirs, types) {
    const merged = mergeRichText(base, mine, theirs, undefined, nodeSchema(field.editor, types))
    return merged === null || merged.conflicts.length > 0 ? { ok: false } : { ok: true, value: merged.value }
  },
  mergeParts(field, base, mine, theirs, answers, types) {
    const left = [...answers]
    const choose = () => left.shift() ?? 'mine'
    const merged = mergeRichText(base, mine, theirs, choose, nodeSchema(field.editor, types))
    if (merged === null) return null
    const isDecided =
      merged.conflicts.length === answers.length &&
      merged.conflicts.every((conflict, at) => answers[at] !== 'both' || canKeepBoth(conflict))
    return isDecided ? { value: merged.value } : null
  },
  mergeSides: (field, base, mine, theirs, types) =>
    mergeSides(base, mine, theirs, nodeSchema(field.editor, types)),
  both: (field, base, mine, theirs) => (rootOf(base) === null ? bothTexts(field.editor, mine, theirs) : null),
  takeBack(field, before, after, now, types) {
    const merged = mergeRichText(after, before, now, () => 'theirs', nodeSchema(field.editor, types))
    if (merged === null || sameJson(merged.value, now)) return null
    return { value: merged.value, whole: merged.conflicts.length === 0 }
  },
  refs: (_field, value) => referencesOf(value),
  text: (_field, value) => richTextLines(value).join('\n'),
  fits: (_field, value) => isPlainJson(value) && isPlainJson(own(value, 'root')),
  labelsRows: true,
  operators: () => presenceOperators,
}

/**
 * True if the value is empty. The format of an editor that is not Lexical's is unknown: only no value is
 * empty there.
 */
function isEmpty({ editor }: RichTextField, value: Json | undefined): boolean {
  return isBlank(value) || (editor !== null && isEmptyRichText(value))
}

/** True for no value, and for an empty paragraph without formatting, which editors make of no value. */
function hasNoText(value: Json | undefined): boolean {
  if (isBlank(value)) return true
  const root = rootOf(value)
  const [first, ...others] = topNodes(value)
  if (root === null || others.length > 0 || !isBare({ ...root, children: [] })) return false
  return first === undefined || (typeOf(first) === 'paragraph' && isBare(first))
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(['type', 'version', 'direction'])

function isBare(node: Json): boolean {
  return (
    isPlainJson(node) &&
    Object.entries(node).every(([key, item]) => SAYS_NOTHING.has(key) || item === 0 || isBlank(item))
  )
}

/** True for no value, or a single paragraph without content, as on the server. */
export function isEmptyRichText(value: Json | undefined): boolean {
  const root = isPlainJson(value) ? own(value, 'root') : null
  const children = isPlainJson(root) ? own(root, 'children') : null
  if (!Array.isArray(children)) return true
  const [first] = children
  if (first === undefined) return true
  if (children.length > 1 || !isPlainJson(first) || own(first, 'type') !== 'paragraph') return false
  const inside = own(first, 'children')
  return !Array.isArray(inside) || inside.length === 0
}

/** The documents that a text points at by links, uploads, relationships and fields of its blocks, each once. */
function referencesOf(value: Json | undefined): RelatedRef[] {
  const found = new Map<string, RelatedRef>()
  const look = (item: Json | undefined): void => {
    if (Array.isArray(item)) item.forEach(look)
    if (!isPlainJson(item)) return
    const document = documentAt(item)
    if (document !== null) found.set(`${document.slug} ${document.id}`, document)
    Object.values(item).forEach(look)
  }
  look(value)
  return [...found.values()]
}
