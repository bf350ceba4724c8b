import { describe, expect, it, test } from 'vitest'
import { checkLength, countChecks, isGoodLength } from '../../../../shared/fields/seo/length-check.ts'
import { initialState } from '../../../../shared/fields/seo/initial-state.ts'
import { readSeoDescription, readSeoShown, readSeoTitle } from '../../../../shared/fields/seo/seo-part.ts'
import { array, block, blocks, group, text } from '../build-fields.ts'

const TITLE = { min: 50, max: 60 }
const DESCRIPTION = { min: 100, max: 150 }
const ofLength = (length: number) => 'x'.repeat(length)
const RANGES = [TITLE, DESCRIPTION, { min: 1, max: 1 }, { min: 3, max: 200 }, { min: 10, max: 11 }]

describe('the length of a text of a search result', () => {
  test.each([
    [0, TITLE, 'missing', 0],
    [1, TITLE, 'tooShort', 1 / 50],
    [45, TITLE, 'tooShort', 0.9],
    [46, TITLE, 'almostThere', 46 / 50],
    [49, TITLE, 'almostThere', 49 / 50],
    [50, TITLE, 'good', 0],
    [52, TITLE, 'good', 0.2],
    [60, TITLE, 'good', 1],
    [61, TITLE, 'tooLong', 1],
    [90, DESCRIPTION, 'tooShort', 0.9],
    [91, DESCRIPTION, 'almostThere', 0.91],
    [99, DESCRIPTION, 'almostThere', 0.99],
    [100, DESCRIPTION, 'good', 0],
    [150, DESCRIPTION, 'good', 1],
    [151, DESCRIPTION, 'tooLong', 1],
  ] as const)('%i characters, %o: %s', (length, range, state, bar) => {
    expect(checkLength(ofLength(length), range)).toMatchObject({ state, bar, length })
  })

  it('goes one way only, with a bar between 0 and 1 that grows within each of its halves, for any limits', () => {
    const order = ['missing', 'tooShort', 'almostThere', 'good', 'tooLong']
    for (const range of RANGES) {
      let before = checkLength('', range)
      for (let length = 1; length <= range.max + 20; length += 1) {
        const check = checkLength(ofLength(length), range)
        expect(order.indexOf(check.state)).toBeGreaterThanOrEqual(order.indexOf(before.state))
        expect(check.bar).toBeGreaterThanOrEqual(0)
        expect(check.bar).toBeLessThanOrEqual(1)
        const beginsAgain = check.state === 'good' && before.state !== 'good'
        expect(beginsAgain || check.bar >= before.bar).toBe(true)
        expect(isGoodLength(ofLength(length), range)).toBe(length >= range.min && length <= range.max)
        before = check
      }
    }
  })

  it('says how many characters are missing, may still come or have to go, and never less than none', () => {
    for (const { min, max } of RANGES) {
      for (let length = 0; length <= max + 20; length += 1) {
        const { rest } = checkLength(ofLength(length), { min, max })
        const expected =
          length < min
            ? { kind: 'toGo', characters: min - length }
            : length > max
              ? { kind: 'tooMany', characters: length - max }
              : { kind: 'leftOver', characters: max - length }
        expect(rest).toEqual(expected)
        expect(rest.characters).toBeGreaterThanOrEqual(0)
      }
    }
  })

  it('counts as the server does: a sign outside of the first plane is two', () => {
    expect(checkLength('😀'.repeat(25), TITLE)).toMatchObject({ state: 'good', length: 50 })
  })

  it('limits that the site gives the wrong way round do not break it', () => {
    expect(checkLength(ofLength(55), { min: 60, max: 50 })).toMatchObject({ state: 'almostThere' })
    expect(checkLength(ofLength(70), { min: 60, max: 50 })).toMatchObject({ state: 'tooLong', bar: 1 })
  })
})

describe('the overview', () => {
  const count = (title: unknown, description: unknown, image: unknown) =>
    countChecks({ title, description, image } as Parameters<typeof countChecks>[0], {
      title: TITLE,
      description: DESCRIPTION,
    })

  it('passes a title and a description of good length, and any image', () => {
    expect(count(null, null, null)).toEqual({ current: 0, max: 3 })
    expect(count(ofLength(50), ofLength(150), 4)).toEqual({ current: 3, max: 3 })
    expect(count(ofLength(49), ofLength(151), '')).toEqual({ current: 0, max: 3 })
    expect(count(ofLength(60), { en: ofLength(120) }, 'id')).toEqual({ current: 2, max: 3 })
  })
})

describe('what the site says of the plugin’s components', () => {
  const drawnBy = (name: string, clientProps: object) => ({
    components: { Field: { path: `@payloadcms/plugin-seo/client#${name}`, clientProps } },
  })

  it('0 and nothing are the usual limits; the longest text of the whole site is none of them', () => {
    const extra = drawnBy('MetaTitleComponent', { hasGenerateTitleFn: true })
    expect(readSeoTitle({}, extra)).toEqual({ range: TITLE, generates: true })
    expect(readSeoTitle({ minLength: 0, maxLength: 80 }, extra)?.range).toEqual({ min: 50, max: 80 })
    expect(readSeoDescription({}, drawnBy('MetaDescriptionComponent', {}))).toEqual({
      range: DESCRIPTION,
      generates: false,
    })
  })

  it('the paths of the overview and the preview are the usual ones, or those of the site', () => {
    expect(readSeoShown(drawnBy('OverviewComponent', {}))).toEqual({
      part: 'overview',
      title: TITLE,
      description: DESCRIPTION,
      paths: { title: 'meta.title', description: 'meta.description', image: 'meta.image' },
    })
    expect(
      readSeoShown(drawnBy('PreviewComponent', { titlePath: 'seo.name', hasGenerateURLFn: true })),
    ).toEqual({
      part: 'preview',
      generates: true,
      paths: { title: 'seo.name', description: 'meta.description' },
    })
  })

  it('anybody else’s component, and what is no component, is none of it', () => {
    expect(readSeoTitle({}, { components: { Field: { path: '/seo#MetaTitleComponent' } } })).toBeNull()
    expect(readSeoTitle({}, drawnBy('MetaDescriptionComponent', {}))).toBeNull()
    expect(readSeoShown({ components: 'x' })).toBeNull()
    expect(readSeoShown({})).toBeNull()
  })
})

it('a form as it begins has each value under the path that the server has, rows by their index', () => {
  const fields = [
    text('title'),
    group('meta', [text('title')]),
    array('links', [text('label')]),
    blocks('layout', [block('hero', [text('heading')])]),
  ]
  const data = {
    id: 7,
    title: 'A',
    meta: { title: 'B' },
    links: [{ id: 'r1', label: 'C' }],
    layout: [{ id: 'b1', blockType: 'hero', heading: 'D' }, 'odd'],
  }
  const value = (one: string | number) => ({ value: one, initialValue: one })
  expect(initialState(fields, data)).toEqual({
    id: value(7),
    title: value('A'),
    'meta.title': value('B'),
    links: { ...value(1), rows: [{ id: 'r1' }] },
    'links.0.id': value('r1'),
    'links.0.label': value('C'),
    layout: { ...value(2), rows: [{ id: 'b1' }, { id: null }] },
    'layout.0.id': value('b1'),
    'layout.0.blockType': value('hero'),
    'layout.0.heading': value('D'),
  })
})
