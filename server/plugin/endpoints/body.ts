import type { PayloadRequest } from 'payload'
import { LIMITS } from '../limits.ts'
import { publicError } from '../public-error.ts'
import { appUser } from './app-user.ts'
import type { AppUser } from './app-user.ts'

/** A JSON object from a client, read property by property. */
export type Body = Readonly<Record<string, unknown>>

/** True if a value is a JSON object. */
export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const tooLarge = (what: string) => publicError(`The body has too ${what}.`, 413, { code: 'TOO_LARGE' })

/**
 * The signed-in user and their body, read up to LIMITS and only if somebody is signed in. Throws 401, 403, 413, and
 * 400 if the body is no JSON object.
 */
export async function asked(req: PayloadRequest): Promise<{ user: AppUser; body: Body }> {
  const user = await appUser(req)
  let value: unknown
  try {
    value = JSON.parse(await limitedText(req, LIMITS.body))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  if (!isBody(value)) throw publicError('The body is not a JSON object.', 400, { code: 'BAD_REQUEST' })
  checkPlain(value)
  return { user, body: value }
}

/** Reads the body as text; throws 413 once it has more than `most` bytes. */
export async function limitedText(req: PayloadRequest, most: number): Promise<string> {
  if (Number(req.headers.get('content-length') ?? '0') > most) throw tooLarge('many bytes')
  if (!req.body) return ''
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = req.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > most) {
      await reader.cancel()
      throw tooLarge('many bytes')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** A value to check. `isText`: part of a rich text. `areNodes`: a list of its nodes, which are no rows of a form. */
type Inside = {
  readonly value: unknown
  readonly depth: number
  readonly isText: boolean
  readonly areNodes: boolean
}

/** Throws 413 if the body has more values, levels or rows than LIMITS allow. */
function checkPlain(body: Body): void {
  const waiting: Inside[] = [{ value: body, depth: 1, isText: false, areNodes: false }]
  let values = 1
  let rows = 0
  // Counted before copying: one list or object may fill the whole body.
  const count = (inside: number): void => {
    if ((values += inside) > LIMITS.values) throw tooLarge('many values')
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth, isText, areNodes } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > LIMITS.depth) throw tooLarge('many levels')
    if (Array.isArray(value)) {
      count(value.length)
      for (const inner of value) {
        if (!areNodes && isBody(inner) && (rows += 1) > LIMITS.rows) throw tooLarge('many rows')
        waiting.push({ value: inner, depth: depth + 1, isText, areNodes: false })
      }
      continue
    }
    for (const key in value) {
      count(1)
      const inner: unknown = Reflect.get(value, key)
      // The fields of a node are a form again.
      const isInText = isRoot(key, inner) || (isText && key !== 'fields')
      waiting.push({
        value: inner,
        depth: depth + 1,
        isText: isInText,
        areNodes: isInText && key === 'children',
      })
    }
  }
}

function isRoot(key: string, value: unknown): boolean {
  return key === 'root' && isBody(value) && value['type'] === 'root'
}

/**
 * A text in the body, or undefined; throws 400 for any other type, 413 if it is longer than `most`
 * characters.
 */
export function optionalText(body: Body, key: string, most: number = LIMITS.name): string | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw publicError(`${key} is not a text.`, 400, { code: 'BAD_REQUEST' })
  if (value.length > most) throw publicError(`${key} is too long.`, 413, { code: 'TOO_LARGE' })
  return value
}

/** A JSON object in the body, or undefined; throws 400 for any other type. */
export function optionalObject(body: Body, key: string): Record<string, unknown> | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (!isBody(value)) throw publicError(`${key} is not an object.`, 400, { code: 'BAD_REQUEST' })
  return { ...value }
}

/** An id in the body. */
export function optionalId(body: Body, key: string): number | string | undefined {
  const value = body[key]
  return typeof value === 'number' ? value : optionalText(body, key)
}

/** True if a schema path from a client is short enough to be looked up. */
export function isSchemaPath(path: string): boolean {
  return path.length <= LIMITS.schemaPath && path.split('.').length <= LIMITS.schemaSegments
}
