import type { RichTextField } from '../../../shared/cms/schema-model.ts'
import { richTextLines } from '../../../shared/fields/richText/rich-text-lines.ts'
import { isPlainJson, own, type Json } from '../../../shared/json.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { notEditable } from '../not-editable/not-editable-type.ts'
import { readableCode } from '../not-editable/readable-value.ts'
import type { Readable } from '../not-editable/readable.ts'

const MAX_PARAGRAPHS = 12

export const richText: ValueFieldModule<RichTextField> = {
  ...notEditable,
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
