import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataField } from '../../../../../shared/cms/fields.ts'
import { parseSiteConfig } from '../../../../../shared/cms/parse-config.ts'
import type { RichTextEditor, SiteSchema } from '../../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../../shared/fields/registry.ts'

/** The recorded schema of the demo site. */
export function demoSchema(): SiteSchema {
  const file = join(import.meta.dirname, '../../../shared/fixtures/site-config.json')
  const result = parseSiteConfig(fieldTypes, JSON.parse(readFileSync(file, 'utf8')))
  if (!result.ok) throw new Error(result.reason.code)
  return result.schema
}

function editorAt(slug: string, name: string): RichTextEditor {
  const entity = demoSchema().collections.find((one) => one.slug === slug)
  const field = dataField(entity?.fields ?? [], name)
  if (field?.type !== 'richText' || field.editor === null) throw new Error(`no ${slug}.${name}`)
  return field.editor
}

/** All features; headings 2 to 4, the block `notice`, uploads of media. */
export const fullEditor = (): RichTextEditor => editorAt('posts', 'body')
/** Bold, italic and links only. */
export const lineEditor = (): RichTextEditor => editorAt('kitchen-sink', 'richTextLine')
