import type { RichTextField } from '../../../shared/cms/schema-model.ts'
import { isBlankNode, rootOf, topNodes } from '../../../shared/fields/richText/nodes.ts'
import { richTextLines } from '../../../shared/fields/richText/rich-text-lines.ts'
import { showNodes } from '../../../shared/fields/richText/show.ts'
import { isPlainJson, own, type Json } from '../../../shared/json.ts'
import type { FieldDiffProps, ValueContext, ValueFieldModule, Readable } from '../../fields/field-module.ts'
import { readableCode } from '../../fields/not-editable/readable-values.ts'
import { RichTextConflict } from '../conflict/rich-text-conflict.tsx'
import { nameWords } from '../diff/change-words.ts'
import { nameOf } from '../diff/node-changes.ts'
import { RichTextDiff } from '../diff/rich-text-diff.tsx'
import { RichTextInput } from './rich-text-input.tsx'

const MAX_PARAGRAPHS = 12

export const richText: ValueFieldModule<RichTextField> = {
  Input: RichTextInput,
  edits: (field, value) => field.editor !== null && (value === null || rootOf(value) !== null),
  whyNotEdited: 'galley:rich-text.noEditor',
  column: { offered: 'named' },
  diffText: (_field, value, { t }) => textInFull(value, t),
  compares: (_field, a, b) => isTextOrNothing(a) && isTextOrNothing(b) && (a !== null || b !== null),
  Diff: TextDiff,
  Conflict: RichTextConflict,
  readable: (_field, value) => readableParagraphs(value),
}

function TextDiff({ field, ...sides }: FieldDiffProps<RichTextField>) {
  return <RichTextDiff {...sides} config={field.editor} />
}

function isTextOrNothing(value: Json): boolean {
  return value === null || rootOf(value) !== null
}

/** Returns the whole text; a node without words is named by its kind, such as a picture. */
function textInFull(value: Json, t: ValueContext['t']): string {
  if (rootOf(value) === null) return ''
  const lines = topNodes(value).flatMap((node) => {
    const words = richTextLines({ root: { children: [node] } })
    return words.length > 0 || isBlankNode(node) ? words : [`[${nameWords(nameOf(showNodes([node])[0]), t)}]`]
  })
  return lines.length === 0 ? t('galley:rich-text-diff.empty') : lines.join('\n')
}

function readableParagraphs(value: Json): Readable {
  const root = isPlainJson(value) ? own(value, 'root') : undefined
  if (!isPlainJson(root) || !Array.isArray(own(root, 'children'))) return readableCode(value)
  const lines = richTextLines(value)
  if (lines.length === 0) return { kind: 'empty' }
  const paragraphs = lines.slice(0, MAX_PARAGRAPHS)
  return { kind: 'paragraphs', paragraphs, more: lines.length - paragraphs.length }
}
