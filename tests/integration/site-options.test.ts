import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSiteConfig } from '../../shared/cms/parse-config.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { openSiteOf } from './main-site.ts'
import { EDITOR } from './support/cms.ts'
import {
  collectionCases,
  collectionOptions,
  globalCases,
  globalOptions,
  siteOptions,
} from './support/site-options.ts'

/* All options of Payload for collections, globals and the site, with Galley's handling. */

let site: Awaited<ReturnType<typeof openSiteOf>>
/** The client's view of each collection and global, as text. */
const known = new Map<string, string>()

beforeAll(async () => {
  site = await openSiteOf('site-options-site.ts')
  const { token } = await site.cms.login(EDITOR)
  const { json } = await site.cms.request('GET', '/desktop/config', { token })
  const parsed = parseSiteConfig(fieldTypes, json)
  if (!parsed.ok) throw new Error('the config of the site cannot be read')
  for (const entity of [...parsed.schema.collections, ...parsed.schema.globals])
    known.set(entity.slug, JSON.stringify(entity))
})
afterAll(() => site.dispose())

/** Removes the entity's names; labels that Payload derives from the slug are capitalized. */
const withoutNames = (slug: string): string | undefined =>
  known.get(slug)?.replaceAll(new RegExp(`${slug.split('-').join('[- ]')}s?`, 'giu'), 'NAME')

test('collections that differ in their name alone are the same to the client', () => {
  const plain = collectionCases.filter(({ plain: { config } }) => Object.keys(config).length === 0)
  expect(plain.length).toBeGreaterThan(10)
  expect(new Set(plain.map(({ plain: { slug } }) => withoutNames(slug))).size).toBe(1)
})

test.each([...collectionCases, ...globalCases].map((one) => [one.option, one] as const))(
  '%s reaches the client',
  (_option, { plain, set }) => {
    expect(withoutNames(plain.slug)).toBeDefined()
    expect(withoutNames(set.slug)).not.toEqual(withoutNames(plain.slug))
  },
)

describe('docs/site-options.md', () => {
  const page = readFileSync(new URL('../../docs/site-options.md', import.meta.url), 'utf8')
  const tables = { Collections: collectionOptions, Globals: globalOptions, 'The site': siteOptions }

  test.each(Object.entries(tables))('%s: says of each option what becomes of it', (heading, table) => {
    const part = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
    const rows = [...part.matchAll(/^\| `([^`]+)` +\| (yes|server|no) +\| ([^|]+)\|$/gm)]
    const said = Object.fromEntries(rows.map(([, option = '', word]) => [option, word]))
    const truth = Object.entries(table).map(([option, { honoured }]) => [
      option,
      honoured === true ? 'yes' : honoured === false ? 'no' : honoured,
    ])
    expect(said).toEqual(Object.fromEntries(truth))
    expect(rows.filter(([, , , why = '']) => why.trim() === '')).toEqual([])
  })

  test('the files that show an option are there', () => {
    const files = Object.values(tables).flatMap((table) =>
      Object.values(table).flatMap((verdict) => ('by' in verdict ? [verdict.by] : [])),
    )
    expect(files.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([])
  })
})
