import type { Payload } from 'payload'
import { prose } from './rich-text.ts'
import { idOf, type Seeded } from './seeded.ts'
import { paragraphs } from './stories.ts'

/** The big document of the benchmarks: 200 blocks, 100 array rows, 300 paragraphs of rich text. */
export async function seedBigPost(payload: Payload, seeded: Seeded): Promise<void> {
  const photograph = idOf(seeded.media, 'reine-stairs.jpg')
  const line = (index: number): string => `${index + 1}. ${paragraphs[index % paragraphs.length] ?? ''}`
  const layout = Array.from({ length: 200 }, (_, index) =>
    index % 2 === 0
      ? { blockType: 'quote', text: line(index), by: `Traveller ${index + 1}` }
      : {
          blockType: 'textAndPhotograph',
          heading: `Station ${index + 1}`,
          text: prose([line(index)]),
          photograph,
          side: 'end',
        },
  )
  await payload.create({
    collection: 'posts',
    depth: 0,
    data: {
      _status: 'published',
      title: 'The whole line, station by station',
      slug: 'the-whole-line',
      kicker: 'Rail',
      readingTime: 90,
      standfirst: 'Two hundred stations, one after another, for those who want to know it all.',
      layout,
      body: prose(Array.from({ length: 300 }, (_, index) => line(index))),
      practical: {
        costs: Array.from({ length: 20 }, (_, index) => ({
          what: `Section ${index + 1}`,
          amount: 10 + index,
          currency: 'EUR',
        })),
      },
      sources: Array.from({ length: 100 }, (_, index) => ({
        title: `Source ${index + 1}`,
        url: `https://example.com/${index + 1}`,
      })),
      authors: [idOf(seeded.authors, 'Ines Carvalho')],
    },
  })
}
