import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { commonOptions, dateOptions, ownOptions, type Honoured, type Ignored } from './site-options.ts'

type Options = Record<string, Honoured | Ignored>

const ofType: [string, Options][] = Object.entries(ownOptions).map(([type, own]): [string, Options] => [
  type,
  type === 'date' ? { ...own, ...dateOptions } : own,
])

/** Type, option and sample value of each honoured option. */
const samples = [...ofType, ['text', commonOptions] as const].flatMap(([type, options]) =>
  Object.entries(options).flatMap(([option, one]) =>
    one.honoured ? [[type, option, one.sample] as const] : [],
  ),
)

/** Required properties of some types. */
const least: Record<string, object> = {
  relationship: { relationTo: 'posts' },
  upload: { relationTo: 'media' },
  select: { options: [] },
  tabs: { tabs: [] },
  join: { collection: 'things', on: 'field' },
}

/** Returns a field as the client parses it from the client config. */
function known(type: string, option: string | null, sample: unknown) {
  const field: Record<string, unknown> = { type, name: 'field', ...least[type] }
  const steps = option?.split('.') ?? []
  let place = field
  for (const step of steps.slice(0, -1)) place = place[step] = {}
  const last = steps.at(-1)
  if (last !== undefined) place[last] = sample
  const config = {
    localization: { defaultLocale: 'en', locales: ['en', 'de'] },
    collections: [{ slug: 'things', fields: [field] }],
  }
  const parsed = parseSiteConfig(fieldTypes, { config })
  return parsed.ok ? parsed.schema.collections[0]?.fields[0] : undefined
}

it.each(samples)('of a field of type %s, %s is honoured', (type, option, sample) => {
  expect(known(type, option, sample)).not.toEqual(known(type, null, null))
})

describe('docs/fields.md', () => {
  const page = readFileSync(new URL('../../../../docs/fields.md', import.meta.url), 'utf8')

  /** Rows of the tables by heading: option, and if it is honoured. */
  const said = new Map<string, Map<string, boolean>>()
  for (const part of page.split(/^## /m).slice(1)) {
    const heading = part.slice(0, part.indexOf('\n')).trim()
    const rows = [...part.matchAll(/^\| `([^`]+)` +\| (yes|no) +\|/gm)]
    said.set(heading, new Map(rows.map(([, option = '', word]) => [option, word === 'yes'])))
  }
  const expected: [string, Options][] = [['All fields', commonOptions], ...ofType]

  test.each(expected)('says of each option of %s whether it is honoured', (heading, options) => {
    const table = said.get(heading) ?? new Map<string, boolean>()
    const truth = Object.entries(options).map(([option, { honoured }]): [string, boolean] => [
      option,
      honoured,
    ])
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(truth))
  })

  test('has every type of field', () => {
    // The file of an upload is a field of ours, and unknown types have no options.
    const types = Object.keys(fieldTypes).filter((type) => type !== 'unknown' && type !== 'file')
    expect([...said.keys()].filter((heading) => types.includes(heading)).toSorted()).toEqual(types.toSorted())
  })
})
