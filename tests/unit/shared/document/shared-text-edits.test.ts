import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, applyChanges } from '../../../../shared/document/apply.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { getValue } from '../../../../shared/document/path.ts'
import { rebaseChanges } from '../../../../shared/document/rebase.ts'
import { patchBody } from '../../../../shared/document/sparse-body.ts'
import { splitByLocale } from '../../../../shared/document/split-by-locale.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { fieldsOf, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { isPlainJson } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { tries } from '../../../support/tries.ts'
import { array, block, richText, text, textEditor } from '../build-fields.ts'
import { modelPatch } from '../model-server.ts'

const codes = ['en', 'de', 'fr']
const body = richText('body', {
  innerLocales: codes,
  editor: textEditor({ blocks: [block('notice', [text('title', { localized: true })])] }),
})
const fields = [
  body,
  array('items', [text('label', { localized: true }), body]),
  text('name', { localized: true }),
]
const rich = (...children: Json[]): Json => ({ root: { type: 'root', children } })
const para = (words: string): Json => ({ type: 'paragraph', children: [{ type: 'text', text: words }] })
const notice = (id: string, title?: string): Json => ({
  type: 'block',
  fields: { id, blockType: 'notice', ...(title !== undefined && { title }) },
})

type Edit = { locale: string; at: number; what: 'insert' | 'block' | 'translate' | 'remove'; words: string }

const edit: fc.Arbitrary<Edit> = fc.record({
  locale: fc.constantFrom(...codes),
  at: fc.nat(3),
  what: fc.constantFrom('insert', 'block', 'translate', 'remove'),
  words: fc.constantFrom('one', 'two', 'three'),
})
const edits = fc.array(edit, { minLength: 1, maxLength: 5 })

/** A text after an edit of it, as it is seen in the edit's locale. */
function edited(seenBefore: Json, one: Edit, id: string): Json {
  const nodes = topNodes(seenBefore)
  if (one.what === 'insert') return rich(...nodes.toSpliced(one.at, 0, para(one.words)))
  if (one.what === 'block') return rich(...nodes.toSpliced(one.at, 0, notice(id)))
  if (one.what === 'remove') return rich(...nodes.toSpliced(one.at, 1))
  const translated = nodes.map((node, at) => {
    const { id: known, blockType } = isPlainJson(node) ? fieldsOf(node) : {}
    return at === one.at && blockType === 'notice' && typeof known === 'string'
      ? notice(known, one.words)
      : node
  })
  return rich(...translated)
}

/** The changes that edits of one text are, each made on what the one before left, and what they leave. */
function made(
  path: string,
  under: JsonObject,
  list: readonly Edit[],
): { changes: Change[]; now: JsonObject } {
  let now = under
  const changes = list.map((one): Change => {
    const from = getValue(fields, now, path, one.locale)
    const id = `n${(ids += 1)}`
    const change: Change = { kind: 'set', path, locale: one.locale, from, to: edited(from, one, id) }
    now = applyChange(fields, now, change)
    return change
  })
  return { changes, now }
}

let ids = 0

/** The text in each locale; what is empty is not there. */
const seen = (data: JsonObject, path = 'body'): unknown[] =>
  codes.map((code): unknown =>
    JSON.parse(
      JSON.stringify(getValue(fields, data, path, code), (_, value: unknown) => value ?? undefined) ?? 'null',
    ),
  )

const name = (locale: string): Change => ({ kind: 'set', path: 'name', locale, from: null, to: 'n' })

describe('a text that all locales share, edited in several of them', () => {
  it('DM1 SY6 the words of one locale are no conflict with those of another, and none bring back what was replaced', () => {
    const one = made('body', {}, [{ locale: 'fr', what: 'insert', at: 0, words: 'one' }])
    const two = made('body', one.now, [{ locale: 'en', what: 'insert', at: 1, words: 'two' }])
    // English was edited first, elsewhere: its part goes first.
    const changes = [name('en'), ...one.changes, ...two.changes]
    const parts = splitByLocale(fields, {}, changes, 'en')
    expect(
      seen(
        applyChanges(
          fields,
          {},
          parts.flatMap((part) => part.changes),
        ),
      ),
    ).toEqual(seen(two.now))
    expect(parts.map(({ locale }) => locale)).toEqual(['en'])
  })

  it('DM1 SY5 sent one locale after the other, they make on the server what was seen here', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(
        edits,
        edits,
        fc.shuffledSubarray(codes),
        fc.constantFrom(...codes),
        (before, after, elsewhere, code) => {
          const base = made('body', {}, before).now
          const { changes, now } = made('body', base, after)
          const list = coalesceChanges(fields, base, [], [...elsewhere.map(name), ...changes])
          let server = base
          for (const part of splitByLocale(fields, base, list, code))
            server = modelPatch(
              fields,
              server,
              patchBody(fields, server, part.changes, part.locale),
              part.locale ?? '',
            )
          expect(seen(server)).toEqual(seen(now))
        },
      ),
      tries(1000),
    )
  })

  it('DM5 coalesced in the order in which they were made, they make the same, and nothing clashes with itself', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(edits, edits, edits, (before, earlier, later) => {
        const base = made('body', {}, before).now
        const first = made('body', base, earlier)
        const { changes, now } = made('body', first.now, later)
        const once = coalesceChanges(fields, base, [], first.changes)
        const twice = coalesceChanges(fields, base, once, changes)
        expect(seen(applyChanges(fields, base, twice))).toEqual(seen(now))
        const schema = { fields, types: fieldTypes }
        const rebased = rebaseChanges(schema, base, twice)
        expect(rebased.conflicts).toEqual([])
        expect(seen(applyChanges(fields, base, rebased.changes))).toEqual(seen(now))
      }),
      tries(1000),
    )
  })

  describe('while somebody else wrote', () => {
    const inBoth = (a: Json, b: Json): JsonObject => ({
      body: rich(
        { type: 'block', fields: { id: 'a', blockType: 'notice', title: a } },
        { type: 'block', fields: { id: 'b', blockType: 'notice', title: b } },
      ),
    })
    const base = inBoth({ en: 'A', de: 'Ä' }, { en: 'B', de: 'Bä' })
    const mine = made('body', base, [
      { locale: 'en', what: 'translate', at: 0, words: 'one' },
      { locale: 'de', what: 'translate', at: 0, words: 'two' },
    ])
    const put = (theirs: JsonObject) => {
      const { changes, conflicts } = rebaseChanges({ fields, types: fieldTypes }, theirs, mine.changes)
      return { conflicts, now: applyChanges(fields, theirs, changes) }
    }

    it('SY6 what they wrote elsewhere in the text, in a locale of mine, stays', () => {
      const { conflicts, now } = put(inBoth({ en: 'A', de: 'Ä' }, { en: 'B', de: 'theirs' }))
      expect(conflicts).toEqual([])
      expect(seen(now)).toEqual(seen(inBoth({ en: 'one', de: 'two' }, { en: 'B', de: 'theirs' })))
    })

    it('SY6 the same words in one locale are a conflict of that locale', () => {
      const { conflicts } = put(inBoth({ en: 'A', de: 'theirs' }, { en: 'B', de: 'Bä' }))
      expect(conflicts.map(({ locale }) => locale)).toEqual(['de'])
    })

    it('SY6 a paragraph that they put in stays in each', () => {
      const theirs = { body: rich(para('new'), ...topNodes(getValue(fields, base, 'body', null))) }
      const { conflicts, now } = put(theirs)
      expect(conflicts).toEqual([])
      for (const locale of ['en', 'de'])
        expect(topNodes(getValue(fields, now, 'body', locale))[0]).toEqual(para('new'))
      expect(seen(now)[0]).toEqual(rich(para('new'), notice('a', 'one'), notice('b', 'B')))
      expect(seen(now)[1]).toEqual(rich(para('new'), notice('a', 'two'), notice('b', 'Bä')))
    })
  })

  it('DM2 in a new row its words of every locale are sent', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(edits, fc.constantFrom(...codes), (list, code) => {
        const add: Change = {
          kind: 'rows',
          path: 'items',
          locale: null,
          from: [],
          to: ['r'],
          added: { r: { id: 'r', label: { en: 'L' } } },
          removed: {},
        }
        const { changes, now } = made('items.r.body', applyChange(fields, {}, add), list)
        const coalesced = coalesceChanges(fields, {}, [add], changes)
        let server: JsonObject = {}
        for (const part of splitByLocale(fields, {}, coalesced, code))
          server = modelPatch(
            fields,
            server,
            patchBody(fields, server, part.changes, part.locale),
            part.locale ?? '',
          )
        expect(seen(server, 'items.r.body')).toEqual(seen(now, 'items.r.body'))
      }),
      tries(500),
    )
  })
})
