import type { Json } from '../../../shared/json.ts'

/** Longitude and latitude as somebody types them. */
export type PointTexts = [longitude: string, latitude: string]

/** Two lines of one text, so that it can be kept where what is no value yet is kept. */
export function joinTexts(texts: PointTexts): string {
  return texts.join('\n')
}

export function splitTexts(text: string): PointTexts {
  const [longitude = '', latitude = ''] = text.split('\n')
  return [longitude, latitude]
}

/** The two numbers of a value; null where there are none. */
export function numbersOf(value: Json): [longitude: number, latitude: number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [longitude, latitude] = value
  return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : null
}
