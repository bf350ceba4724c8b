import { createHash } from 'node:crypto'
import type { Payload, PayloadHandler, PayloadRequest } from 'payload'
import { publicError } from '../public-error.ts'
import { writeShape } from './write-shape.ts'

/**
 * Header of Galley's requests and their answers: the mark, a fingerprint, of the site's schema. In a request, `*` asks
 * for it; a write names the mark that it was made by, and is refused if the site has another one.
 */
export const SCHEMA_HEADER = 'x-galley-schema'

type Asker = Pick<PayloadRequest, 'payload' | 'i18n'>

/**
 * Schema marks by config, which a development server may replace while it runs. The same for all users and languages.
 */
const marks = new WeakMap<object, string | null>()

function computeMark({ payload, i18n }: Asker): string | null {
  try {
    const text = JSON.stringify(writeShape(payload.config, i18n))
    return createHash('sha256').update(text).digest('base64url').slice(0, 27)
  } catch (error) {
    // A site whose schema cannot be read sends no mark.
    payload.logger.warn({ err: error, msg: 'Galley: the schema of this site cannot be named.' })
    return null
  }
}

/** The mark of the site's schema, the same in all its processes; null: it cannot be computed. */
export function markOf(asker: Asker): string | null {
  const known = marks.get(asker.payload.config)
  if (known !== undefined) return known
  const mark = computeMark(asker)
  marks.set(asker.payload.config, mark)
  return mark
}

/** True if a request comes from Galley. */
export function isGalleys(req: PayloadRequest): boolean {
  return req.headers.has(SCHEMA_HEADER)
}

/** Adds the schema mark to every answer to Galley's requests, for all signed-in users. */
export const saysSchema =
  (handler: PayloadHandler): PayloadHandler =>
  (req) => {
    const mark = req.user && isGalleys(req) ? markOf(req) : null
    if (mark === null) return handler(req)
    // Payload sends these headers with errors as well.
    req.responseHeaders ??= new Headers()
    req.responseHeaders.set(SCHEMA_HEADER, mark)
    return handler(req)
  }

/**
 * Refuses Galley's writes that do not fit the schema: 409 SCHEMA_MOVED for another schema, 400 UNKNOWN_LOCALE for an
 * unknown locale, for which Payload would use the default one. Other clients are not checked.
 */
export const fitsSchema =
  (handler: PayloadHandler): PayloadHandler =>
  async (req) => {
    if (!isGalleys(req)) return handler(req)
    const asked = req.headers.get(SCHEMA_HEADER)
    const mark = markOf(req)
    if (asked !== '*' && mark !== null && asked !== mark) {
      const message = 'The schema of the site has changed since this write was made.'
      throw publicError(message, 409, { code: 'SCHEMA_MOVED' })
    }
    for (const locale of localesOf(req)) requireLocale(req.payload, locale)
    return handler(req)
  }

/** The locales in a write: of its values, of what is published, and of a copy. */
function localesOf(req: PayloadRequest): string[] {
  const named = [...req.searchParams.getAll('locale'), req.query['locale']]
  const published = req.query['publishSpecificLocale']
  const selected = req.query['selectedLocales']
  const many = typeof selected === 'string' ? selected.split(',') : selected
  const isNamed = (one: unknown): one is string => typeof one === 'string' && one !== ''
  return [named, published, many].flat(2).filter(isNamed)
}

/** Throws 400 if the site does not have the locale. */
export function requireLocale(payload: Payload, locale: string): void {
  if (hasLocale(payload, locale)) return
  const message = `The site does not have the locale ${locale}.`
  throw publicError(message, 400, { code: 'UNKNOWN_LOCALE', locale })
}

function hasLocale({ config: { localization } }: Payload, locale: string): boolean {
  // A site without locales ignores the locale of a request.
  return (
    localization === false || locale === 'all' || locale === '*' || localization.localeCodes.includes(locale)
  )
}
