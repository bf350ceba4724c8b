import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSiteConfig } from '../../shared/cms/parse-config.ts'
import type { RichTextEditor } from '../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { openSiteOf } from './main-site.ts'
import { EDITOR } from './support/cms.ts'
import { editorCases, editorOptions, featureOptions, type Verdicts } from './support/editor-options.ts'

let site: Awaited<ReturnType<typeof openSiteOf>>
/** The client's editor of each field of the site. */
const known = new Map<string, RichTextEditor>()

beforeAll(async () => {
  site = await openSiteOf('editor-options-site.ts')
  const { token } = await site.cms.login(EDITOR)
  const { json } = await site.cms.request('GET', '/desktop/config', { token })
  const parsed = parseSiteConfig(fieldTypes, json)
  if (!parsed.ok) throw new Error('the config of the site cannot be read')
  for (const field of parsed.schema.collections.find(({ slug }) => slug === 'things')?.fields ?? [])
    if (field.type === 'richText' && field.editor !== null) known.set(field.name, field.editor)
})
afterAll(() => site.dispose())

/** Returns an editor without the names in its field paths, which differ. */
function editorOf(field: string): unknown {
  const editor = known.get(field)
  if (editor === undefined) throw new Error(`the client knows no editor of ${field}`)
  return JSON.parse(JSON.stringify(editor).replaceAll(editor.schemaPath, 'editor')) as unknown
}

const plainOf = (feature: string | null): string =>
  editorCases.find((one) => one.feature === feature && one.option === null)?.field ?? ''

const features = Object.entries(featureOptions).map(
  ([name, { offered, options }]) => [name, offered, options] as const,
)

test.each(features)('F65 %s is offered, or named among those that are not: %s', (name, offered) => {
  const { features: has = [], unknownFeatures = [] } = known.get(plainOf(name)) ?? {}
  expect({ offered: has.length > 0, named: unknownFeatures.length > 0 }).toEqual({
    offered,
    named: !offered,
  })
})

test.each(
  editorCases.flatMap(({ feature, option, field }) =>
    option === null ? [] : [[feature ?? 'the editor', option, feature, field] as const],
  ),
)('F65 of %s, %s is honoured', (_name, _option, feature, field) => {
  expect(editorOf(field)).not.toEqual(editorOf(plainOf(feature)))
})

describe('docs/rich-text.md', () => {
  const page = readFileSync(new URL('../../docs/rich-text.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| (yes|no) +\|/gm)]
  const said = Object.fromEntries(rows.map(([, name = '', word]) => [name, word === 'yes']))
  const verdicts = (prefix: string, options: Verdicts) =>
    Object.entries(options).map(([option, { honoured }]) => [`${prefix}${option}`, honoured] as const)

  test('says of each feature whether it is offered, and of each option whether it is honoured', () => {
    const truth = [
      ...features.flatMap(([name, offered, options]) => [
        [name, offered] as const,
        ...verdicts(`${name}.`, options),
      ]),
      ...verdicts('lexicalEditor.', editorOptions),
    ]
    expect(said).toEqual(Object.fromEntries(truth))
  })
})
