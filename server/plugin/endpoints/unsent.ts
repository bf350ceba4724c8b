import type { PayloadRequest } from 'payload'
import { collectionOf } from '../collections.ts'
import { publicError } from '../public-error.ts'
import { LIMITS } from '../limits.ts'
import { documentName, unsentNotesOf } from '../unsent/unsent-notes.ts'
import type { UnsentNote, UnsentNotes } from '../unsent/unsent-notes.ts'
import { asked, isBody, optionalId, optionalText } from './body.ts'
import { displayName } from './display-text.ts'
import { appUser } from './app-user.ts'

type UnsentTarget = { readonly slug: string; readonly id: number | string | null }

const PRIVATE = { headers: { 'cache-control': 'private, no-store' } }

function notesOf(req: PayloadRequest): UnsentNotes {
  const notes = unsentNotesOf(req.payload)
  if (!notes) throw publicError(req.t('error:notFound'), 404, { code: 'NOT_FOUND' })
  return notes
}

function targetIn(value: unknown): UnsentTarget[] {
  if (!isBody(value)) return []
  const global = optionalText(value, 'global')
  if (global !== undefined) return [{ slug: global, id: null }]
  const slug = optionalText(value, 'relationTo')
  const id = optionalId(value, 'value')
  return slug !== undefined && id !== undefined ? [{ slug, id }] : []
}

/** The names of the documents that exist and that the user may read. */
async function readable(req: PayloadRequest, targets: readonly UnsentTarget[]): Promise<string[]> {
  const collections = new Set(targets.flatMap(({ slug, id }) => (id === null ? [] : slug)))
  const globals = new Set(targets.flatMap(({ slug, id }) => (id === null ? slug : [])))
  const names = await Promise.all([
    ...[...collections].map(async (slug) => {
      const ids = targets.flatMap((target) => (target.slug === slug ? (target.id ?? []) : []))
      return (await readableIds(req, slug, ids)).map((id) => documentName(slug, id))
    }),
    ...[...globals].map(async (slug) => ((await mayReadGlobal(req, slug)) ? [documentName(slug, null)] : [])),
  ])
  return names.flat()
}

async function mayReadGlobal(req: PayloadRequest, slug: string): Promise<boolean> {
  if (!req.payload.globals.config.some((global) => global.slug === slug)) return false
  try {
    await req.payload.findGlobal({ slug, depth: 0, overrideAccess: false, req, select: { id: true } })
    return true
  } catch {
    return false
  }
}

async function readableIds(
  req: PayloadRequest,
  slug: string,
  ids: readonly (number | string)[],
): Promise<(number | string)[]> {
  if (!collectionOf(req.payload, slug)) return []
  try {
    const { docs } = await req.payload.find({
      collection: slug,
      depth: 0,
      limit: ids.length,
      overrideAccess: false,
      pagination: false,
      req,
      select: {},
      where: { id: { in: [...ids] } },
    })
    return docs.map(({ id }) => id)
  } catch {
    return []
  }
}

/**
 * POST /desktop/unsent `{ app, documents: [{relationTo, value} | {global}] }`: all documents with unsent edits on
 * this installation. Missing and unreadable ones are left out.
 */
export async function unsentAnswer(req: PayloadRequest): Promise<Response> {
  const { user, body } = await asked(req)
  const notes = notesOf(req)
  const app = optionalText(body, 'app')
  const documents = body['documents']
  if (app === undefined || app === '' || app.length > 100 || !Array.isArray(documents))
    throw publicError('Name the app and its documents.', 400, { code: 'BAD_REQUEST' })
  const names = await readable(req, documents.slice(0, LIMITS.unsentDocuments).flatMap(targetIn))
  await notes.replace({ collection: user.collection, id: user.id, app }, names)
  return Response.json({ kept: names.length }, PRIVATE)
}

/**
 * GET /desktop/unsent?relationTo=posts&value=1 or ?global=header: who else has edits of a document that have not
 * arrived yet, `{ unsent: [{ name, since }] }`. `name` is null of a user whom the asker may not read.
 */
export async function othersUnsentAnswer(req: PayloadRequest): Promise<Response> {
  const user = await appUser(req)
  const notes = notesOf(req)
  const [name] = await readable(req, targetIn(req.query))
  if (name === undefined) throw publicError(req.t('error:notFound'), 404, { code: 'NOT_FOUND' })
  const others = (await notes.read(name)).filter(
    ({ collection, id }) => collection !== user.collection || String(id) !== String(user.id),
  )
  const unsent = await Promise.all(others.map((note) => told(req, note)))
  return Response.json({ unsent: unsent.flat() }, PRIVATE)
}

/** The name of a note's user, null if this user may not read it; empty if the user no longer exists. */
async function told(
  req: PayloadRequest,
  { collection, id, since }: UnsentNote,
): Promise<{ name: string | null; since: string }[]> {
  if (!req.payload.collections[collection]) return []
  const find = (overrideAccess: boolean) =>
    req.payload.findByID({ collection, id, depth: 0, disableErrors: true, overrideAccess, req })
  const shown = await find(false).catch(() => null)
  if (!shown && !(await find(true))) return []
  const title = req.payload.collections[collection].config.admin.useAsTitle
  return [{ name: shown && displayName(shown, title), since: new Date(since).toISOString() }]
}
