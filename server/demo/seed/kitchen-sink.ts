import type { Payload } from 'payload'
import { everyNode, prose } from './rich-text.ts'
import { idOf, numericId, type Seeded } from './seeded.ts'

/** Two documents of “Field types”: one with every field filled, one draft with next to nothing. */
export async function seedKitchenSink(payload: Payload, seeded: Seeded): Promise<void> {
  const post = [...seeded.posts.values()][0] ?? 1
  const place = idOf(seeded.places, 'Abisko')
  const author = idOf(seeded.authors, 'Ines Carvalho')
  const cover = idOf(seeded.media, 'abisko-platform.jpg')
  const other = idOf(seeded.media, 'bothy-fire.png')
  const doc = await payload.create({
    collection: 'kitchen-sink',
    depth: 0,
    data: {
      _status: 'published',
      text: 'Everything filled in',
      textLocalized: 'In English',
      textMany: ['birch', 'snow fence', 'red cabin'],
      textHidden: 'never shown',
      textValidated: 'A traveller is welcome',
      textarea: 'A text of several lines.\nThis is the second.',
      email: 'stationmaster@example.com',
      code: "const line = ['Boden', 'Abisko', 'Narvik']\nexport const last = line.at(-1)",
      codeLocalized: '.sheet { color: black }',
      json: { berths: { upper: 2, lower: 2 }, tags: ['rail', 'night'], open: true, nothing: null },
      jsonSchema: { from: 'Stockholm', to: 'Narvik' },
      number: 45,
      numberLocalized: 12.5,
      numberMany: [94, 96, 3801],
      point: [18.8312, 68.3495],
      dateDefault: '2026-11-20T12:00:00.000Z',
      dateDay: '2026-11-27T12:00:00.000Z',
      dateTime: '2026-11-27T17:08:00.000Z',
      dateTimeOnly: '2026-11-20T06:45:00.000Z',
      dateMonth: '2026-12-01T12:00:00.000Z',
      dateZoned: '2026-11-27T17:08:00.000Z',
      dateZoned_tz: 'Europe/Oslo',
      checkbox: true,
      checkboxLocalized: true,
      radio: 'ferry',
      select: 'two',
      selectRequired: 'a',
      selectMany: ['north', 'west'],
      details: true,
      detail: 'Shown because the box is checked',
      relationship: post,
      relationshipLocalized: idOf(seeded.categories, 'People'),
      relationshipMany: [place, idOf(seeded.places, 'Narvik')],
      relationshipPoly: { relationTo: 'posts', value: post },
      relationshipPolyMany: [
        { relationTo: 'authors', value: author },
        { relationTo: 'places', value: place },
      ],
      relationshipFiltered: idOf(seeded.categories, 'Cities'),
      upload: cover,
      uploadLocalized: other,
      uploadMany: [cover, other],
      group: { inGroup: 'one level', inner: { deep: 'two levels' } },
      inUnnamedGroup: 'no level at all',
      groupLocalized: { word: 'words', count: 3 },
      inRowStart: 'start',
      inRowEnd: 'end',
      array: [
        {
          name: 'Boden',
          note: 'Stove and chess set',
          nights: 1,
          inner: [{ word: 'steam' }, { word: 'tea' }],
        },
        { name: 'Abisko', note: 'Coffee', nights: 2, inner: [] },
        { name: 'Narvik', nights: 1, inner: [{ word: 'fjord' }] },
      ],
      arrayLocalized: [{ word: 'slow' }, { word: 'steady' }],
      arrayRequired: [{ word: 'at least one' }],
      blocks: [
        {
          blockType: 'deepRows',
          caption: 'Rows within rows',
          rows: [
            { label: 'first', weight: 1, inner: [{ word: 'deep' }] },
            { label: 'second', weight: 2, inner: [] },
          ],
        },
        { blockType: 'plain', line: 'A plain one' },
      ],
      blocksReferenced: [{ blockType: 'quote', text: 'Referred to by its slug.', by: 'The config' }],
      blocksLocalized: [{ blockType: 'aside', line: 'Only in English' }],
      richText: everyNode({ media: cover, post, place, author }),
      richTextLocalized: prose(['One paragraph in English.']),
      richTextLine: prose(['A short line.']),
      named: {
        inTab: 'in a named tab',
        box: {
          blocks: [
            {
              blockType: 'nested',
              items: [{ word: 'array' }, { word: 'in blocks' }, { word: 'in a group' }, { word: 'in a tab' }],
            },
          ],
        },
      },
      namedLocalized: { greeting: 'Hello' },
      sidebarText: 'At the side',
    },
  })
  const id = numericId(doc)
  await payload.update({
    collection: 'kitchen-sink',
    id,
    locale: 'de',
    depth: 0,
    data: {
      textLocalized: 'Auf Deutsch',
      textarea: 'Ein Text mit mehreren Zeilen.',
      numberLocalized: 13,
      selectMany: ['south'],
      groupLocalized: { word: 'Wörter', count: 4 },
      arrayLocalized: [{ word: 'langsam' }],
      blocksLocalized: [{ blockType: 'aside', line: 'Nur auf Deutsch' }],
      richTextLocalized: prose(['Ein Absatz auf Deutsch.']),
      namedLocalized: { greeting: 'Guten Tag' },
    },
  })
  await payload.update({
    collection: 'kitchen-sink',
    id,
    locale: 'ar',
    depth: 0,
    data: {
      textLocalized: 'بالعربية',
      namedLocalized: { greeting: 'مرحبا' },
      richTextLocalized: prose(['فقرة بالعربية.'], 'rtl'),
    },
  })
  await payload.create({
    collection: 'kitchen-sink',
    draft: true,
    depth: 0,
    data: { text: 'Next to nothing', parent: id, _status: 'draft' },
  })
}
