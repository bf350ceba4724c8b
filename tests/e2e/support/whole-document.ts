import { at, ok, type Cms } from '../../integration/support/cms.ts'

export type Data = Record<string, unknown>

/** Returns a document or global of the server, newest draft, in all locales: `/posts/1`, `/globals/header`. */
export async function readWhole(cms: Cms, path: string, token: string): Promise<Data> {
  const query = 'draft=true&depth=0&locale=all&fallback-locale=none'
  return asData(ok(await cms.request('GET', `${path}?${query}`, { token })).json)
}

/** Returns the same in one locale, without fallback. */
export async function readIn(cms: Cms, path: string, token: string, locale: string): Promise<Data> {
  const query = `draft=true&depth=0&locale=${locale}&fallback-locale=none`
  return asData(ok(await cms.request('GET', `${path}?${query}`, { token })).json)
}

/** Returns the published version, in one locale. */
export async function readPublished(cms: Cms, path: string, token: string, locale = 'en'): Promise<Data> {
  return asData(ok(await cms.request('GET', `${path}?depth=0&locale=${locale}`, { token })).json)
}

/** Returns each field of a document as text, without the edited paths: the others must be equal to the byte. */
export function toTheByte(data: Data, edited: readonly string[]): Record<string, string> {
  const copy = structuredClone(data)
  for (const path of edited) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const parent = at(copy, ...keys)
    if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, last)
  }
  // The server puts the id first or last, depending on version or document.
  return Object.fromEntries(Object.entries(copy).map(([key, value]) => [key, JSON.stringify(value)]))
}

/** Returns the id of a collection's only document with this value. */
export async function findId(
  cms: Cms,
  collection: string,
  field: string,
  value: string,
  token: string,
): Promise<string> {
  const query = `draft=true&depth=0&where[${field}][equals]=${encodeURIComponent(value)}`
  const { json } = ok(await cms.request('GET', `/${collection}?${query}`, { token }))
  if (at(json, 'totalDocs') !== 1)
    throw new Error(`${String(at(json, 'totalDocs'))} documents called ${value}`)
  return String(at(json, 'docs', 0, 'id'))
}

function asData(json: unknown): Data {
  if (typeof json !== 'object' || json === null) throw new Error('no document')
  return { ...json }
}
