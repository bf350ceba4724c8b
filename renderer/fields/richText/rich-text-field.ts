import type { RichTextField } from '../../../shared/cms/schema-model.ts'
import { rootOf } from '../../../shared/fields/richText/nodes.ts'
import { richTextLines } from '../../../shared/fields/richText/rich-text-lines.ts'
import { isPlainJson, own, type Json } from '../../../shared/json.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { readableCode } from '../not-editable/readable-value.ts'
import type { Readable } from '../not-editable/readable.ts'
import { RichTextInput } from './rich-text-input.tsx'

const MAX_PARAGRAPHS = 12

export const richText: ValueFieldModule<RichTextField> = {
  Input: RichTextInput,
  edits: (field, value) => field.editor !== null && (value === null || rootOf(value) !== null),
  column: { offered: 'named' },
  readable: (_field, value) => readableParagraphs(value),
}

function readableParagraphs(value: Json): Readable {
  const root = isPlainJson(value) ? own(value, 'root') : undefined
  if (!isPlainJson(root) || !Array.isArray(own(root, 'children'))) return readableCode(value)
  const lines = richTextLines(value)
  if (lines.length === 0) return { kind: 'empty' }
  const paragraphs = lines.slice(0, MAX_PARAGRAPHS)
  return { kind: 'paragraphs', paragraphs, more: lines.length - paragraphs.length }
}
