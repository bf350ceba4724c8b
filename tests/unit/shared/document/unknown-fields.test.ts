import { expect, test } from 'vitest'
import type { Change } from '../../../../shared/document/change.ts'
import { takeOutUnknown } from '../../../../shared/document/unknown-fields.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { array, group, text } from '../build-fields.ts'

/* Values of new content in fields that left the schema become edits of their own, and nothing else does. */

const fields = [
  array('rows', [text('name'), text('said', { localized: true }), group('inner', [text('kept')])]),
  array('each', [text('name')], { localized: true }),
  group('meta', [text('title')]),
]
const CODES = ['en', 'de']

const added = (row: JsonObject, path = 'rows', locale: string | null = null): Change => ({
  kind: 'rows',
  locale,
  path,
  from: [],
  to: ['r'],
  added: { r: { id: 'r', ...row } },
  removed: {},
})
const put = (to: Json): Change => ({ kind: 'set', locale: null, path: 'meta', from: null, to })

type Row = [
  what: string,
  change: Change,
  known: Change,
  unknown: [path: string, locale: string | null, to: Json][],
]

test.each<Row>([
  ['known parts stay', added({ name: 'N', said: { en: 'a' } }), added({ name: 'N', said: { en: 'a' } }), []],
  ['names of rows stay', added({ blockName: 'B' }), added({ blockName: 'B' }), []],
  ['blanks are nothing', added({ old: null, older: '' }), added({ old: null, older: '' }), []],
  ['one value', added({ name: 'N', old: 'x' }), added({ name: 'N' }), [['rows.r.old', null, 'x']]],
  [
    'a value for each locale',
    added({ old: { en: 'x', de: 'y' } }),
    added({}),
    [
      ['rows.r.old', 'en', 'x'],
      ['rows.r.old', 'de', 'y'],
    ],
  ],
  [
    'an object of which not all names are locales',
    added({ old: { en: 1, x: 2 } }),
    added({}),
    [['rows.r.old', null, { en: 1, x: 2 }]],
  ],
  ['an object without names', added({ old: {} }), added({}), [['rows.r.old', null, {}]]],
  [
    'in a row of one locale, whatever its names are',
    added({ old: { en: 'x' } }, 'each', 'de'),
    added({}, 'each', 'de'),
    [['each.r.old', 'de', { en: 'x' }]],
  ],
  [
    'a group in a new row',
    added({ inner: { kept: 'k', old: 'x' } }),
    added({ inner: { kept: 'k' } }),
    [['rows.r.inner.old', null, 'x']],
  ],
  ['a whole group', put({ title: 'T', old: 'x' }), put({ title: 'T' }), [['meta.old', null, 'x']]],
])('SY13 %s', (_what, change, known, unknown) => {
  const content = change.kind === 'rows' ? Object.values(change.added) : change.to
  const data: JsonObject = { [change.path]: change.locale === null ? content : { [change.locale]: content } }
  const taken = takeOutUnknown(fields, CODES, data, change)
  expect(taken.known).toStrictEqual(known)
  expect(taken.unknown).toStrictEqual(
    unknown.map(([at, locale, to]) => ({ kind: 'set', locale, path: at, from: null, to })),
  )
})
