import type { Payload } from 'payload'
import { collectionOf } from '../collections.ts'
import { isInternal } from '../writes/adapter-writes.ts'

/** The endpoints of collections and globals whose writes are stored under their keys. */
export const KEYED_COLLECTION = [
  'post /',
  'patch /',
  'delete /',
  'patch /:id',
  'delete /:id',
  'post /:id/duplicate',
  'post /versions/:id',
] as const
export const KEYED_GLOBAL = ['post /', 'post /versions/:id'] as const

/** True if a path belongs to the endpoint: `:id` stands for any segment. */
function fits(endpoint: string, asked: string): boolean {
  const parts = endpoint.split('/')
  const given = asked.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, index) => (part === ':id' ? given[index] !== '' : part === given[index]))
  )
}

/**
 * True if the site stores the key of such a write, whatever its size. `path`: below the API route, with or without a
 * query.
 */
export function keepsKeyOf(payload: Payload, method: string, path: string): boolean {
  const [, first = '', ...rest] = (path.split('?', 1)[0] ?? '').split('/')
  const isGlobal = first === 'globals'
  const [slug = '', ...below] = isGlobal ? rest : [first, ...rest]
  const asked = `${method.toLowerCase()} /${below.join('/')}`
  const config = isGlobal
    ? payload.globals.config.find((global) => global.slug === slug)
    : collectionOf(payload, slug)?.config
  if (!config || isInternal(slug) || !Array.isArray(config.endpoints)) return false
  return (isGlobal ? KEYED_GLOBAL : KEYED_COLLECTION).some((endpoint) => fits(endpoint, asked))
}
