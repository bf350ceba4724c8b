import type { Payload } from 'payload'
import { prose } from './rich-text.ts'
import { idOf, type Seeded } from './seeded.ts'

/** Header (published, with a newer draft), footer, and the season's cover. */
export async function seedGlobals(payload: Payload, seeded: Seeded): Promise<void> {
  const external = (label: string, url: string) => ({ link: { label, kind: 'external', url, newTab: false } })
  await payload.updateGlobal({
    slug: 'header',
    depth: 0,
    data: {
      _status: 'published',
      tagline: 'Arrive late, but by land',
      items: [
        external('Stories', 'https://nordlys.travel/stories'),
        external('Places', 'https://nordlys.travel/places'),
        external('Subscribe', 'https://nordlys.travel/subscribe'),
      ],
    },
  })
  await payload.updateGlobal({
    slug: 'header',
    depth: 0,
    locale: 'de',
    data: { _status: 'published', tagline: 'Spät ankommen, aber auf dem Landweg' },
  })
  await payload.updateGlobal({
    slug: 'header',
    depth: 0,
    draft: true,
    data: { _status: 'draft', tagline: 'Arrive late, by land or water' },
  })
  await payload.updateGlobal({
    slug: 'footer',
    depth: 0,
    data: {
      imprint: 'Nordlys Travel, Storgatan 12, 903 26 Umeå',
      contact: 'post@example.com',
      links: [external('Imprint', 'https://nordlys.travel/imprint')],
    },
  })
  await payload.updateGlobal({
    slug: 'season-cover',
    depth: 0,
    data: {
      _status: 'published',
      headline: 'Winter, by night train',
      intro: prose(['Eighty pages for people with a window seat.']),
      picture: idOf(seeded.media, 'narvik-line-winter.jpg'),
      stories: [...seeded.posts.values()].slice(0, 3),
      opensOn: '2026-12-01T12:00:00.000Z',
    },
  })
}
