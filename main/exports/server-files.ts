import path from 'node:path'
import type { CallInput, CallOutput } from '../../shared/ipc.ts'
import { serverFileOf } from '../../shared/fields/file/server-file.ts'
import { copyServerFile } from '../server/at-once/fetch-file.ts'
import type { SiteContext } from '../server/site-context.ts'
import { openExportFile, withEnding, writeFailure } from './export-file.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
import { refreshDocument } from '../server/read/read-documents.ts'

type Result = CallOutput<'files.save'>

/**
 * Asks for a path, and saves a document's server file there once it is complete: if it ends early, the old file, or
 * none, remains.
 */
export async function saveServerFile(
  site: SiteContext,
  { slug, id }: CallInput<'files.save'>,
  askWhere: (name: string, format: string) => Promise<string | null>,
): Promise<Result> {
  const view = await site.store.getDocument({ kind: 'collection', slug, id })
  const file = serverFileOf(view?.base.data ?? {})
  if (file === null) return { outcome: 'none' }
  const { name, format } = partsOf(file.filename)
  const chosen = await askWhere(name, format)
  if (chosen === null) return { outcome: 'cancelled' }
  const target = format === '' ? chosen : await withEnding(chosen, `.${format}`)
  if (target === null) return { outcome: 'failed', reason: 'there-already', message: '' }
  const copied = await copyServerFile(site, { slug, id })
  if (copied.outcome === 'failed') return { ...copied, outcome: 'refused' }
  if (copied.outcome !== 'fetched') return copied
  try {
    await writeAll(target, site.files.read(copied.id))
    return { outcome: 'saved', path: target }
  } catch (error) {
    return writeFailure(error)
  } finally {
    await site.files.remove([copied.id])
  }
}

async function writeAll(target: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await openExportFile(target)
  try {
    for await (const piece of pieces) await file.append(piece)
    await file.finish()
  } catch (error) {
    await file.abandon()
    throw error
  }
}

/**
 * The name and the extension of a file; an extension with other characters than a-z and 0-9 stays in the
 * name.
 */
function partsOf(filename: string): { name: string; format: string } {
  const { name, ext } = path.parse(filename)
  return /^\.[a-z0-9]+$/i.test(ext)
    ? { name, format: ext.slice(1).toLowerCase() }
    : { name: filename, format: '' }
}

/** Downloads a document's server file under its own name, to be dragged out of the window. */
export async function bringServerFile(
  site: SiteContext,
  { slug, id }: CallInput<'files.bring'>,
): Promise<CallOutput<'files.bring'>> {
  const ref = makeRef('collection', slug, id)
  // A document of which only a list row is stored lacks the address of its file, so it is loaded first.
  if ((await site.store.getDocument(ref)) === null) await refreshDocument(site, ref)
  const copied = await copyServerFile(site, { slug, id })
  if (copied.outcome === 'failed') return { ...copied, outcome: 'refused' }
  if (copied.outcome !== 'fetched') return copied
  await site.files.giveName(copied.id, copied.name)
  return { outcome: 'here', id: copied.id }
}
