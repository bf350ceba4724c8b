import type { PayloadRequest } from 'payload'
import { publicError } from '../public-error.ts'

/** A JSON object a client sent, read property by property. */
export type Body = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body of a request; throws 400 where it is not a JSON object. */
export async function bodyOf(req: PayloadRequest): Promise<Body> {
  let value: unknown
  try {
    value = await req.json?.()
  } catch {
    value = undefined
  }
  if (!isBody(value)) throw publicError('The body is not a JSON object.', 400, { code: 'BAD_REQUEST' })
  return value
}

/** A text of the body; throws 400 where there is something else. */
export function optionalText(body: Body, key: string): string | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw publicError(`${key} is not a text.`, 400, { code: 'BAD_REQUEST' })
  return value
}

/** A JSON object of the body; throws 400 where there is something else. */
export function optionalObject(body: Body, key: string): Record<string, unknown> | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (!isBody(value)) throw publicError(`${key} is not an object.`, 400, { code: 'BAD_REQUEST' })
  return { ...value }
}

/** An id of the body. */
export function optionalId(body: Body, key: string): number | string | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' && typeof value !== 'number')
    throw publicError(`${key} is not an id.`, 400, { code: 'BAD_REQUEST' })
  return value
}
