import type { Payload } from 'payload'
import { seedBigPost } from './big.ts'
import { seedGlobals } from './globals.ts'
import { seedKitchenSink } from './kitchen-sink.ts'
import { departments, highlightRows, people, placeRows } from './people-and-places.ts'
import { drawPicture, pictures } from './pictures.ts'
import { seedPosts } from './posts.ts'
import { idOf, numericId, type Seeded } from './seeded.ts'
import { stories } from './stories.ts'

/** Password of every account of the demo. */
export const DEMO_PASSWORD = 'galley-demo'

/** The amount of content written to an empty database. */
export type SeedPlan = { readonly size: 'full' | 'small'; readonly big: boolean }

async function seedMedia(payload: Payload, count: number): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const picture of pictures.slice(0, count)) {
    const doc = await payload.create({
      collection: 'media',
      data: { alt: picture.alt, credit: 'Jonas Lindqvist', takenOn: '2026-01-14T09:00:00.000Z' },
      file: await drawPicture(picture),
    })
    await payload.update({ collection: 'media', id: doc.id, locale: 'de', data: { alt: picture.de } })
    ids.set(picture.file, numericId(doc))
  }
  return ids
}

async function seedFolders(payload: Payload): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const add = async (name: string, parent?: string): Promise<void> => {
    const doc = await payload.create({
      collection: 'payload-folders',
      data: {
        name,
        folderType: ['posts', 'pages', 'media'],
        ...(parent === undefined ? {} : { folder: idOf(ids, parent) }),
      },
    })
    ids.set(parent === undefined ? name : `${parent} / ${name}`, numericId(doc))
  }
  await add('Winter 2026')
  await add('Rail', 'Winter 2026')
  await add('Cities', 'Winter 2026')
  await add('Summer 2026')
  await add('Archive')
  return ids
}

async function seedAccounts(payload: Payload): Promise<void> {
  const accounts = [
    { email: 'admin@example.com', name: 'Ines Carvalho', role: 'admin' },
    { email: 'editor@example.com', name: 'Jonas Lindqvist', role: 'editor' },
    { email: 'reader@example.com', name: 'Leena Virtanen', role: 'reader' },
  ]
  for (const account of accounts) {
    await payload.create({ collection: 'users', data: { ...account, password: DEMO_PASSWORD } })
  }
  await payload.create({
    collection: 'members',
    data: { username: 'demo', displayName: 'Callum Reid', password: DEMO_PASSWORD },
  })
}

async function seedSimple(payload: Payload): Promise<Pick<Seeded, 'authors' | 'places' | 'categories'>> {
  const authors = new Map<string, number>()
  for (const person of people)
    authors.set(person.name, numericId(await payload.create({ collection: 'authors', data: person })))

  const categories = new Map<string, number>()
  for (const [index, [en, de, ar]] of departments.entries()) {
    const doc = await payload.create({
      collection: 'categories',
      data: { title: en, order: (index + 1) * 10, inMenu: index < 6 },
    })
    await payload.update({ collection: 'categories', id: doc.id, locale: 'de', data: { title: de } })
    await payload.update({ collection: 'categories', id: doc.id, locale: 'ar', data: { title: ar } })
    categories.set(en, numericId(doc))
  }

  const places = new Map<string, number>()
  for (const [index, [name, country, lng, lat, elevation]] of placeRows.entries()) {
    const doc = await payload.create({
      collection: 'places',
      draft: index % 9 === 8,
      data: {
        name,
        country,
        position: [lng, lat],
        elevation,
        _status: index % 9 === 8 ? 'draft' : 'published',
      },
    })
    places.set(name, numericId(doc))
  }
  return { authors, categories, places }
}

async function seedHighlights(payload: Payload, { places }: Pick<Seeded, 'places'>): Promise<void> {
  for (const [en, de, place] of highlightRows) {
    const doc = await payload.create({
      collection: 'highlights',
      data: { title: en, place: idOf(places, place) },
    })
    await payload.update({ collection: 'highlights', id: doc.id, locale: 'de', data: { title: de } })
  }
}

async function seedNotes(payload: Payload, posts: ReadonlyMap<string, number>): Promise<void> {
  const first = [...posts.values()][0]
  const notes = [
    {
      title: 'Ask SJ about the May timetable',
      text: 'The dining car runs only to Boden on weekdays.',
      done: false,
    },
    { title: 'Call the harbour master of Skjervøy', text: '', done: true },
    {
      title: 'Pictures of the waiting room in Boden',
      text: 'Four in the morning, with the stove.',
      done: false,
    },
  ]
  for (const [index, note] of notes.entries()) {
    await payload.create({
      collection: 'notes',
      data:
        index === 0 && first !== undefined ? { ...note, about: { relationTo: 'posts', value: first } } : note,
    })
  }
}

async function seedPages(payload: Payload, seeded: Seeded): Promise<void> {
  const pages = [
    {
      title: 'About Nordlys Travel',
      intro: 'A magazine for people who would rather arrive late than by air.',
      published: true,
    },
    {
      title: 'Subscribe',
      intro: 'Four issues a year, printed in Umeå on paper that ages well.',
      published: true,
    },
    { title: 'Write for us', intro: 'We pay, we edit, and we answer every letter.', published: false },
  ]
  for (const page of pages) {
    await payload.create({
      collection: 'pages',
      draft: !page.published,
      data: {
        title: page.title,
        intro: page.intro,
        _status: page.published ? 'published' : 'draft',
        layout: [
          {
            blockType: 'hero',
            heading: page.title,
            image: idOf(seeded.media, 'lighthouse.jpg'),
            height: 'half',
          },
          { blockType: 'quote', text: 'The slower you go, the more of it is there.', by: 'Astrid Moen' },
        ],
        meta: { title: `${page.title}: Nordlys Travel, the slow magazine`, description: page.intro },
      },
    })
  }
}

/**
 * Fills an empty database by one write at a time (parallel ones fail on SQLite), then analyses SQLite's tables:
 * otherwise lists of many drafts take minutes.
 */
export async function seed(payload: Payload, plan: SeedPlan): Promise<void> {
  const small = plan.size === 'small'
  const media = await seedMedia(payload, pictures.length)
  const folders = await seedFolders(payload)
  const simple = await seedSimple(payload)
  const posts = await seedPosts(payload, { media, folders, ...simple }, small ? stories.slice(0, 8) : stories)
  const seeded: Seeded = { media, folders, ...simple, posts }
  await seedPages(payload, seeded)
  await seedKitchenSink(payload, seeded)
  await seedGlobals(payload, seeded)
  await seedNotes(payload, posts)
  await seedHighlights(payload, seeded)
  if (plan.big) await seedBigPost(payload, seeded)
  await seedAccounts(payload)
  await analyze(payload)
}

async function analyze(payload: Payload): Promise<void> {
  const db: unknown = payload.db
  const client: unknown = typeof db === 'object' && db !== null ? Reflect.get(db, 'client') : undefined
  const execute: unknown =
    typeof client === 'object' && client !== null ? Reflect.get(client, 'execute') : undefined
  if (typeof execute === 'function') await Reflect.apply(execute, client, ['ANALYZE'])
}
