/** Authors and photographers of the magazine. */
export const people = [
  {
    name: 'Ines Carvalho',
    email: 'ines@example.com',
    biography: 'Writes about trains and the people who wait for them. Lives in Porto, usually not there.',
  },
  {
    name: 'Jonas Lindqvist',
    email: 'jonas@example.com',
    biography: 'Photographer. Nine winters above the Arctic Circle, one pair of gloves.',
  },
  {
    name: 'Astrid Moen',
    email: 'astrid@example.com',
    biography: 'Gardener, diarist, and the only author of this magazine who has never missed a deadline.',
  },
  {
    name: 'Callum Reid',
    email: 'callum@example.com',
    biography: 'Walks slowly and writes the same way. Based in Edinburgh.',
  },
  {
    name: 'Leena Virtanen',
    email: 'leena@example.com',
    biography: 'Covers water in all its states, sauna included.',
  },
  {
    name: 'Omar Haddad',
    email: 'omar@example.com',
    biography: 'Translates the northern light into Arabic, and checks the fares.',
  },
] as const

type PlaceRow = readonly [
  name: string,
  country: 'no' | 'se' | 'fi' | 'pt' | 'gb',
  lng: number,
  lat: number,
  elevation: number,
]

/** Places of the stories; position is [longitude, latitude]. */
export const placeRows: readonly PlaceRow[] = [
  ['Narvik', 'no', 17.4272, 68.4385, 10],
  ['Senja', 'no', 17.1, 69.25, 5],
  ['Abisko', 'se', 18.8312, 68.3495, 385],
  ['Stockholm', 'se', 18.0686, 59.3293, 28],
  ['Tromsø', 'no', 18.9553, 69.6492, 10],
  ['Umeå', 'se', 20.263, 63.8258, 12],
  ['Porto', 'pt', -8.6291, 41.1579, 85],
  ['Reine', 'no', 13.089, 67.9324, 4],
  ['Helsinki', 'fi', 24.9384, 60.1699, 17],
  ['Bodø', 'no', 14.4049, 67.2804, 13],
  ['Kiruna', 'se', 20.2253, 67.8558, 530],
  ['Östersund', 'se', 14.6357, 63.1792, 313],
  ['Bergen', 'no', 5.3221, 60.3913, 12],
  ['Edinburgh', 'gb', -3.1883, 55.9533, 47],
  ['Fort William', 'gb', -5.112, 56.8198, 8],
  ['Lisbon', 'pt', -9.1393, 38.7223, 15],
  ['Røst', 'no', 12.11, 67.51, 3],
  ['Jotunheimen', 'no', 8.31, 61.63, 1400],
  ['Flåm', 'no', 7.1139, 60.8628, 2],
  ['Ålesund', 'no', 6.1549, 62.4722, 3],
  ['Rättvik', 'se', 15.118, 60.889, 170],
  ['Varberg', 'se', 12.2508, 57.1057, 7],
  ['Kautokeino', 'no', 23.04, 69.0119, 306],
  ['Kristiansund', 'no', 7.728, 63.1103, 6],
  ['Évora', 'pt', -7.9092, 38.571, 300],
  ['Tampere', 'fi', 23.761, 61.4978, 95],
  ['Vardø', 'no', 31.1107, 70.3706, 6],
  ['Kalmar', 'se', 16.3568, 56.6634, 5],
  ['Luleå', 'se', 22.1547, 65.5848, 6],
  ['Gothenburg', 'se', 11.9746, 57.7089, 12],
  ['Oslo', 'no', 10.7522, 59.9139, 23],
  ['Boden', 'se', 21.6887, 65.8252, 20],
]

/** Departments of the magazine in English, German and Arabic. */
export const departments: readonly (readonly [en: string, de: string, ar: string])[] = [
  ['Slow travel', 'Langsam reisen', 'سفر هادئ'],
  ['On foot', 'Zu Fuß', 'مشيًا'],
  ['On the water', 'Auf dem Wasser', 'على الماء'],
  ['Cities', 'Städte', 'مدن'],
  ['People', 'Menschen', 'ناس'],
  ['Food and drink', 'Essen und Trinken', 'طعام وشراب'],
  ['Where to stay', 'Unterkünfte', 'أين تقيم'],
  ['Practical', 'Praktisches', 'عملي'],
]

/** Recommended sights, the first one first: title in English and German, and the place. */
export const highlightRows: readonly (readonly [en: string, de: string, place: string])[] = [
  ['The night train over the pass', 'Der Nachtzug über den Pass', 'Narvik'],
  ['Fish racks in the evening light', 'Stockfischgestelle im Abendlicht', 'Reine'],
  ['The harbour café that never closes', 'Das Hafencafé, das nie schließt', 'Narvik'],
  ['Swimming before breakfast', 'Schwimmen vor dem Frühstück', 'Helsinki'],
  ['The cable car at midnight', 'Die Seilbahn um Mitternacht', 'Narvik'],
  ['Azulejos of the station hall', 'Die Azulejos der Bahnhofshalle', 'Porto'],
]
