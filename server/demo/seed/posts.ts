import type { Payload } from 'payload'
import { everyNode, prose } from './rich-text.ts'
import { idOf, numericId, type Seeded } from './seeded.ts'
import { arabicParagraphs, germanParagraphs, paragraphs } from './stories.ts'
import type { Story } from './stories.ts'
import { people } from './people-and-places.ts'
import { pictures } from './pictures.ts'

type Targets = Omit<Seeded, 'posts'>
type Row = Record<string, unknown>

/** The item at an index, starting over at the end of the list. */
function pick<T>(list: readonly T[], index: number): T {
  const value = list[index % list.length]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

function layoutOf(story: Story, index: number, targets: Targets): Row[] {
  const image = (offset: number): number => idOf(targets.media, pick(pictures, index + offset).file)
  const blocks: Row[] = [
    {
      blockType: 'hero',
      heading: index === 0 ? 'Ofoten line, first light' : story.title,
      image: image(0),
      height: index % 2 ? 'half' : 'tall',
    },
    {
      blockType: 'textAndPhotograph',
      heading: index === 0 ? 'North of Kiruna the trees give up' : `${story.place}, ${story.season}`,
      text: prose([pick(paragraphs, index), pick(paragraphs, index + 3)]),
      photograph: image(1),
      side: index % 2 ? 'start' : 'end',
    },
  ]
  if (story.kicker === 'Rail' || story.kicker === 'Sea') {
    blocks.push({
      blockType: 'timetable',
      line: index === 0 ? 'Stockholm C to Narvik' : `To ${story.place}`,
      trains: [
        {
          number: '94',
          departs: '18:08',
          arrives: '13:14',
          remark: 'Sleeping car and dining car',
          stops: [
            { place: 'Boden', minutes: 22 },
            { place: 'Abisko', minutes: 4 },
          ],
        },
        {
          number: '96',
          departs: '22:42',
          arrives: '17:49',
          remark: 'Couchettes only',
          stops: [{ place: 'Umeå', minutes: 10 }],
        },
      ],
    })
  }
  if (index % 3 === 0)
    blocks.push({
      blockType: 'quote',
      text: 'It is not the distance that tires you, it is the hurry.',
      by: pick(people, index).name,
    })
  if (index % 4 === 1) {
    blocks.push({
      blockType: 'gallery',
      columns: 2,
      pictures: [
        { image: image(2), caption: prose(['Before the wind turned.']) },
        { image: image(3), caption: prose(['And after.']) },
      ],
    })
  }
  if (index % 5 === 0) {
    blocks.push({
      blockType: 'columns',
      columns: [
        { width: 'half', content: [{ blockType: 'quote', text: 'Bring slippers.', by: 'The conductor' }] },
        {
          width: 'half',
          content: [
            {
              blockType: 'callToAction',
              heading: 'More from the north',
              link: { label: 'All stories', kind: 'external', url: 'https://nordlys.travel/stories' },
            },
          ],
        },
      ],
    })
  }
  blocks.push({
    blockType: 'callToAction',
    heading: index === 0 ? 'Book the sleeper' : 'Plan the journey',
    link: { label: 'Tickets', kind: 'external', url: 'https://www.sj.se/en', newTab: true },
  })
  return blocks
}

function dataOf(story: Story, index: number, targets: Targets): Row {
  const month = (index % 12) + 1
  const cover = idOf(targets.media, pick(pictures, index).file)
  return {
    title: story.title,
    kicker: story.kicker,
    readingTime: story.minutes,
    standfirst: story.standfirst,
    layout: layoutOf(story, index, targets),
    ...(index === 0 ? {} : { body: prose([pick(paragraphs, index + 5)]) }),
    practical: {
      place: idOf(targets.places, story.place),
      gettingThere: `The nearest station is ${story.place}. From there it is a walk, a boat, or a question to the driver.`,
      costs: [
        { what: 'Ticket, one way', amount: 40 + index * 3, currency: 'EUR' },
        { what: 'Bed for one night', amount: 60 + index * 2, currency: 'EUR' },
      ],
      months: [index % 2 ? 'july' : 'january', 'march'],
    },
    photographer: idOf(targets.authors, 'Jonas Lindqvist'),
    sources: [{ title: 'Own visit', url: '' }],
    internalNotes:
      index % 6 === 0 ? 'Fare checked by telephone. Invoice of the photographer still open.' : null,
    authors: [idOf(targets.authors, index === 0 ? 'Ines Carvalho' : pick(people, index).name)],
    category: idOf(targets.categories, story.category),
    publishDate:
      index === 0
        ? '2026-11-27T12:00:00.000Z'
        : `2026-${String(month).padStart(2, '0')}-${String((index % 27) + 1).padStart(2, '0')}T12:00:00.000Z`,
    season: story.season,
    ...(index % 3 === 0
      ? {
          folder: idOf(
            targets.folders,
            story.kicker === 'Rail'
              ? 'Winter 2026 / Rail'
              : story.kicker === 'Cities'
                ? 'Winter 2026 / Cities'
                : 'Summer 2026',
          ),
        }
      : {}),
    meta: {
      title:
        index === 0
          ? 'The night train to Narvik: a slow guide to the Arctic'
          : `${story.title}: a slow guide`.slice(0, 60),
      description:
        index === 0
          ? 'Nineteen hours, one dining car and the last bend before the fjord. How to book, where to sit.'
          : story.standfirst.slice(0, 150),
      ...(index % 3 === 1 ? {} : { image: cover }),
    },
  }
}

/** The layout in another language: rows as stubs, with only translated values in them. */
function translatedLayout(
  doc: Row,
  heading: string,
  lines: readonly string[],
  direction: 'ltr' | 'rtl',
): Row[] {
  const layout: unknown = doc['layout']
  if (!Array.isArray(layout)) return []
  return layout.map((block: Row) => {
    const stub = { id: block['id'], blockType: block['blockType'] }
    if (block['blockType'] === 'textAndPhotograph') return { ...stub, heading, text: prose(lines, direction) }
    if (block['blockType'] === 'hero') return { ...stub, heading }
    return stub
  })
}

/** The first drafts of an article, oldest first, before it was published. */
function draftsOf(story: Story, index: number): Row[] {
  const count = index === 0 ? 9 : index % 7 === 3 ? 4 : index % 5 === 1 ? 1 : 0
  return Array.from({ length: count }, (_, step) =>
    step % 2 === 0
      ? {
          standfirst: story.standfirst
            .split(' ')
            .slice(0, 4 + step)
            .join(' '),
          readingTime: Math.max(1, story.minutes - count + step),
        }
      : { title: step < count / 2 ? `${story.title} (working title)` : story.title, kicker: story.kicker },
  )
}

/** Creates the articles with their versions and languages; returns their ids by English title. */
export async function seedPosts(
  payload: Payload,
  targets: Targets,
  stories: readonly Story[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  // In reverse, so that the first story is the one changed last.
  for (const [index, story] of [...stories.entries()].toReversed()) {
    const data = dataOf(story, index, targets)
    const related = index === 0 ? ids.get('Porto before the ferries') : undefined
    const drafts = draftsOf(story, index)
    const isDraft = index % 5 === 4
    const isChanged = index === 0 || index % 5 === 2
    const straight = drafts.length === 0 && !isDraft
    const doc = await payload.create({
      collection: 'posts',
      draft: !straight,
      depth: 0,
      data: {
        ...data,
        ...(related === undefined ? {} : { related: [related] }),
        ...drafts[0],
        slug: slugOf(story),
        _status: straight ? 'published' : 'draft',
      },
    })
    const id = numericId(doc)
    ids.set(story.title, id)
    const save = (changes: Row, draft: boolean, locale: 'en' | 'de' | 'ar' = 'en') =>
      payload.update({
        collection: 'posts',
        id,
        depth: 0,
        draft,
        locale,
        data: { ...changes, _status: draft ? 'draft' : 'published' },
      })
    for (const changes of drafts.slice(1)) await save(changes, true)
    if (!straight && !isDraft)
      await save(
        {
          title: story.title,
          standfirst: story.standfirst,
          kicker: story.kicker,
          readingTime: story.minutes,
        },
        false,
      )
    if (story.de)
      await save(
        {
          ...story.de,
          layout: translatedLayout(doc, story.de.title, germanParagraphs, 'ltr'),
          body: prose([pick(germanParagraphs, index)]),
        },
        isDraft,
        'de',
      )
    if (story.ar)
      await save(
        {
          ...story.ar,
          layout: translatedLayout(doc, story.ar.title, arabicParagraphs, 'rtl'),
          body: prose([pick(arabicParagraphs, index)], 'rtl'),
        },
        isDraft,
        'ar',
      )
    if (index === 0) {
      const body = everyNode({
        media: idOf(targets.media, 'narvik-line-winter.jpg'),
        post: id,
        place: idOf(targets.places, 'Abisko'),
        author: idOf(targets.authors, 'Ines Carvalho'),
      })
      await save({ body }, false)
    }
    if (isChanged)
      await save({ standfirst: `${story.standfirst} Checked again in November.`.slice(0, 280) }, true)
  }
  return new Map([...ids].toReversed())
}

function slugOf(story: Story): string {
  return story.title
    .normalize('NFKD')
    .replace(/ø/g, 'o')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
