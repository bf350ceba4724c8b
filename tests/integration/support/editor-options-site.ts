/*
 * A site with a rich text field for each feature of the server's editor, and for each option of it that Galley honours
 * (editor-options.ts), started as the demo CMS is (startCms with `script`).
 */
import path from 'node:path'
import * as lexical from '@payloadcms/richtext-lexical'
import type { CollectionConfig, Field } from 'payload'
import { editorCases, type EditorCase } from './editor-options.ts'
import { access, dataDir, makeEditor, serveSite } from './serve-site.ts'

const byName: Readonly<Record<string, unknown>> = lexical

const uploads = (slug: string): CollectionConfig => ({
  slug,
  access,
  upload: { staticDir: path.join(dataDir, slug) },
  fields: [],
})

function editorOf({ feature, option, sample }: EditorCase) {
  if (feature === null)
    return lexical.lexicalEditor({
      features: [],
      ...(option === null ? {} : { admin: { [option.replace('admin.', '')]: sample } }),
    })
  // Which options a feature takes is held by the types of the table.
  const make = byName[feature] as (given: object) => ReturnType<typeof lexical.BoldFeature>
  return lexical.lexicalEditor({ features: [make(option === null ? {} : { [option]: sample })] })
}

const fields = editorCases.map((one): Field => ({
  name: one.field,
  type: 'richText',
  editor: editorOf(one),
}))

await serveSite({
  onInit: makeEditor,
  collections: [
    { slug: 'users', auth: true, access, fields: [] },
    { slug: 'things', access, fields },
    uploads('media'),
    uploads('files'),
  ],
})
