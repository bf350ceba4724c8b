import type { FlattenedField, PayloadRequest, SelectIncludeType, Where } from 'payload'
import { collectionOf } from '../collections.ts'
import { LIMITS } from '../limits.ts'
import { publicError } from '../public-error.ts'
import { asked, isBody, optionalObject, optionalText } from './body.ts'

/** Documents per read. */
const PIECE = 1000

/**
 * POST /desktop/groups `{ collection, path, where, timeZone }`: counts documents by the value of a field, as `{
 * groups: [{ key, count }] }`, under the user's own access. `timeZone`: dates count by month in it.
 */
export async function groupsAnswer(req: PayloadRequest): Promise<Response> {
  const { body } = await asked(req)
  const slug = optionalText(body, 'collection')
  const collection = collectionOf(req.payload, slug)
  const path = optionalText(body, 'path') ?? ''
  const names = path.split('.')
  if (!collection || slug === undefined || !names.every((name) => /^\w+$/.test(name)))
    throw publicError('Name a collection and a field.', 400, { code: 'BAD_REQUEST' })
  if (!isGroupable(collection.config.flattenedFields, names))
    throw publicError('Nothing can be grouped by that field.', 400, { code: 'BAD_REQUEST' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Payload checks what it is asked
  const where = (optionalObject(body, 'where') ?? {}) as Where
  const keyOf = monthsIn(optionalText(body, 'timeZone'))
  const counts = new Map<string | null, number>()
  let seen = 0
  let last: number | string | undefined
  // Stops when the client has cancelled the request.
  while (req.signal?.aborted !== true) {
    const { docs } = await req.payload.find({
      collection: slug,
      where: last === undefined ? where : { and: [where, { id: { greater_than: last } }] },
      sort: 'id',
      limit: PIECE,
      pagination: false,
      depth: 0,
      draft: Boolean(collection.config.versions?.drafts),
      fallbackLocale: false,
      ...(req.locale != null && { locale: req.locale }),
      overrideAccess: false,
      select: selectOf(names),
      req,
    })
    for (const doc of docs) {
      const key = keyOf(valueAt(doc, names))
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    if (counts.size > LIMITS.groups)
      throw publicError('There are too many groups to count.', 413, { code: 'TOO_LARGE' })
    seen += docs.length
    last = docs.at(-1)?.id
    if (docs.length < PIECE || last === undefined) break
    if (seen >= LIMITS.groupedDocuments)
      throw publicError('There are too many documents to count.', 413, { code: 'TOO_LARGE' })
  }
  const groups = [...counts].map(([key, count]) => ({ key, count }))
  return Response.json({ groups }, { headers: { 'cache-control': 'no-store' } })
}

const GROUPABLE: ReadonlySet<string> = new Set([
  'select',
  'radio',
  'checkbox',
  'relationship',
  'upload',
  'date',
])

/** True for a field that documents can be grouped by. `_status` is a select, too. */
function isGroupable(fields: readonly FlattenedField[], [name, ...rest]: readonly string[]): boolean {
  const field = fields.find((one) => one.name === name)
  if (field === undefined) return false
  if (rest.length === 0) return GROUPABLE.has(field.type)
  return (field.type === 'group' || field.type === 'tab') && isGroupable(field.flattenedFields, rest)
}

/** The select of a path; for nested fields `{ meta: { kind: true } }`. */
function selectOf(names: readonly string[]): SelectIncludeType {
  const [name = 'id', ...rest] = names
  return { [name]: rest.length === 0 ? true : selectOf(rest) }
}

function valueAt(doc: unknown, names: readonly string[]): unknown {
  let value = doc
  for (const name of names) value = isBody(value) ? value[name] : undefined
  return value
}

/** Returns a function for the group of a value; with a time zone, the group of a date is its month there. */
function monthsIn(timeZone: string | undefined): (value: unknown) => string | null {
  const plain = (value: unknown): string | null => {
    if (typeof value === 'boolean' || typeof value === 'number') return String(value)
    return typeof value === 'string' && value !== '' ? value : null
  }
  if (timeZone === undefined) return plain
  const format = formatIn(timeZone)
  return (value) => {
    const date = typeof value === 'string' || value instanceof Date ? new Date(value) : null
    if (date === null || Number.isNaN(date.getTime())) return null
    const parts = format.formatToParts(date)
    const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
    return `${part('year').padStart(4, '0')}-${part('month').padStart(2, '0')}`
  }
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit' })
  } catch {
    throw publicError('There is no such time zone.', 400, { code: 'BAD_REQUEST' })
  }
}
