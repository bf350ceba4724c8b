import sharp from 'sharp'

/** A picture to draw: file name, alternative text and motif. */
export type Picture = {
  readonly file: string
  readonly alt: string
  readonly de: string
  readonly sky: readonly [string, string]
  readonly ground: string
  readonly kind: 'mountains' | 'sea' | 'town' | 'rails'
  readonly width: number
  readonly height: number
}

type Row = readonly [
  file: string,
  alt: string,
  de: string,
  skyTop: string,
  skyEnd: string,
  ground: string,
  kind: Picture['kind'],
  width?: number,
  height?: number,
]

const rows: readonly Row[] = [
  [
    'narvik-line-winter.jpg',
    'The Ofoten line at first light, snow on the sleepers',
    'Die Ofotbahn im ersten Licht, Schnee auf den Schwellen',
    '#274466',
    '#e8b98a',
    '#dfe7ee',
    'rails',
  ],
  [
    'abisko-platform.jpg',
    'Two people on the platform of Abisko',
    'Zwei Menschen auf dem Bahnsteig von Abisko',
    '#3a5a7d',
    '#c9d6e2',
    '#eef2f5',
    'mountains',
  ],
  [
    'senja-ferry.jpg',
    'A white ferry between Senja and the mainland',
    'Eine weiße Fähre zwischen Senja und dem Festland',
    '#5f7d94',
    '#d8e0e2',
    '#41617a',
    'sea',
  ],
  [
    'tromso-blue-hour.jpg',
    'Tromsø in the blue hour',
    'Tromsø in der blauen Stunde',
    '#16294a',
    '#5b7fb0',
    '#23354f',
    'town',
    1600,
    1067,
  ],
  [
    'reine-stairs.jpg',
    'The stone stairs above Reine',
    'Die Steintreppe über Reine',
    '#6b8ba4',
    '#f0d9b5',
    '#4d6650',
    'mountains',
    1067,
    1600,
  ],
  [
    'porto-river.jpg',
    'The Douro at six in the morning',
    'Der Douro um sechs Uhr morgens',
    '#d98e62',
    '#f4dcb8',
    '#6f5a4e',
    'town',
    1500,
    1000,
  ],
  [
    'douro-station.jpg',
    'Blue tiles at the station of Pinhão',
    'Blaue Kacheln am Bahnhof Pinhão',
    '#8fb4cf',
    '#f5e7cf',
    '#7c8a4a',
    'rails',
    1500,
    1000,
  ],
  [
    'kiruna-church.jpg',
    'The church of Kiruna on its way',
    'Die Kirche von Kiruna unterwegs',
    '#4b5d73',
    '#d9c3b0',
    '#e9ecee',
    'town',
    1500,
    1000,
  ],
  [
    'lighthouse.jpg',
    'A lighthouse that takes guests',
    'Ein Leuchtturm mit Gästezimmer',
    '#7f97a8',
    '#f3d8a4',
    '#2f4f63',
    'sea',
    1500,
    1000,
  ],
  [
    'bothy-fire.png',
    'A bothy under Ben Nevis',
    'Eine Hütte unter dem Ben Nevis',
    '#525f52',
    '#b7ab8d',
    '#5c6b3e',
    'mountains',
    900,
    600,
  ],
  [
    'helsinki-sauna.webp',
    'The sauna at the end of the pier',
    'Die Sauna am Ende des Stegs',
    '#39506b',
    '#a9bccb',
    '#26394d',
    'sea',
    900,
    600,
  ],
  [
    'jotunheimen-ridge.jpg',
    'The ridge, seen from the valley',
    'Der Grat, vom Tal aus',
    '#5c8bb5',
    '#dfeaf1',
    '#8a9a7b',
    'mountains',
    900,
    600,
  ],
]

/** Pictures of the demo, drawn at seed time: nothing is downloaded and nothing is stored in the repository. */
export const pictures: readonly Picture[] = rows.map(
  ([file, alt, de, skyTop, skyEnd, ground, kind, width = 1200, height = 800]) => ({
    file,
    alt,
    de,
    sky: [skyTop, skyEnd],
    ground,
    kind,
    width,
    height,
  }),
)

function shapes(picture: Picture, w: number, h: number): string {
  const horizon = h * 0.62
  const ground = `<rect y="${horizon}" width="${w}" height="${h - horizon}" fill="${picture.ground}"/>`
  const ridge = (offset: number, height: number, shade: string): string => {
    const step = w / 8
    const peaks = Array.from({ length: 9 }, (_, i) => {
      const lift = height * (0.45 + 0.55 * Math.abs(Math.sin(i * 1.7 + offset)))
      return `${i * step},${horizon - lift}`
    })
    return `<polygon points="0,${horizon} ${peaks.join(' ')} ${w},${horizon}" fill="${shade}"/>`
  }
  const sun = `<circle cx="${w * 0.72}" cy="${h * 0.36}" r="${h * 0.05}" fill="#fff4dc" opacity="0.9"/>`
  switch (picture.kind) {
    case 'mountains':
      return sun + ridge(0, h * 0.4, '#7b8ea0') + ridge(2, h * 0.26, '#55677a') + ground
    case 'sea':
      return (
        sun +
        ridge(1, h * 0.14, '#5c7084') +
        ground +
        Array.from(
          { length: 6 },
          (_, i) =>
            `<rect x="${w * 0.1 * i}" y="${horizon + h * 0.05 * (i + 1)}" width="${w * 0.5}" height="${h * 0.006}" fill="#ffffff" opacity="0.35"/>`,
        ).join('') +
        `<polygon points="${w * 0.3},${horizon} ${w * 0.55},${horizon} ${w * 0.52},${horizon + h * 0.06} ${w * 0.33},${horizon + h * 0.06}" fill="#f8f6f3"/>`
      )
    case 'town':
      return (
        ridge(3, h * 0.2, '#6a7b8c') +
        ground +
        Array.from({ length: 11 }, (_, i) => {
          const height = h * (0.12 + 0.08 * Math.abs(Math.sin(i * 2.3)))
          const x = w * (0.03 + i * 0.088)
          return `<rect x="${x}" y="${horizon - height}" width="${w * 0.07}" height="${height}" fill="${i % 2 ? '#8c4a3c' : '#c98a4b'}"/><rect x="${x + w * 0.02}" y="${horizon - height * 0.6}" width="${w * 0.012}" height="${h * 0.025}" fill="#ffe9a8"/>`
        }).join('')
      )
    case 'rails':
      return (
        sun +
        ridge(0.5, h * 0.34, '#66788a') +
        ground +
        `<polygon points="${w * 0.47},${horizon} ${w * 0.53},${horizon} ${w * 0.85},${h} ${w * 0.15},${h}" fill="#6d6259"/>` +
        `<path d="M ${w * 0.485} ${horizon} L ${w * 0.28} ${h} M ${w * 0.515} ${horizon} L ${w * 0.72} ${h}" stroke="#2b2724" stroke-width="${w * 0.008}" fill="none"/>`
      )
  }
}

/** The picture's file: bytes, MIME type and name, as Payload's Local API takes it. */
export async function drawPicture(
  picture: Picture,
): Promise<{ data: Buffer; mimetype: string; name: string; size: number }> {
  const { width: w, height: h } = picture
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${picture.sky[0]}"/><stop offset="1" stop-color="${picture.sky[1]}"/></linearGradient></defs><rect width="${w}" height="${h}" fill="url(#sky)"/>${shapes(picture, w, h)}</svg>`
  const drawing = sharp(Buffer.from(svg))
  const extension = picture.file.slice(picture.file.lastIndexOf('.') + 1)
  const data =
    extension === 'png'
      ? await drawing.png().toBuffer()
      : extension === 'webp'
        ? await drawing.webp({ effort: 0 }).toBuffer()
        : await drawing.jpeg({ quality: 82 }).toBuffer()
  return {
    data,
    mimetype: extension === 'jpg' ? 'image/jpeg' : `image/${extension}`,
    name: picture.file,
    size: data.length,
  }
}
