import { pickLabel } from '../../shared/cms/labels.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import { asStored } from '../../shared/document/title.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { CallInput, EventPayload, ExportResult } from '../../shared/ipc.ts'
import {
  BYTE_ORDER_MARK,
  csvLine,
  exportedObject,
  exportedRefs,
  exportedValue,
  exportPaths,
  shownCell,
  storedCell,
  type Exported,
} from '../../shared/lists/export-values.ts'
import { entityOf, type SiteContext } from '../server/site-context.ts'
import { openExportFile, withEnding, writeFailure } from './export-file.ts'
import { exportedDocuments, ServerSaysNo } from './exported-documents.ts'
import { exportTitles } from './export-titles.ts'

type Input = CallInput<'exports.write'>

export type ExportOptions = {
  types: FieldTypes
  language: string
  isOnline: boolean
  /** Asks the person for a path; null: cancelled. */
  askWhere: (name: string, format: Input['format']) => Promise<string | null>
  onProgress: (progress: EventPayload<'exports.progress'>) => void
  /** Cancels the export; the unfinished file is removed. */
  signal: AbortSignal
}

/**
 * Writes documents of a list, or of the trash, to a file that the person chooses. The file gets its name only
 * when it is complete; after a failure no part of it remains.
 */
export async function exportList(
  site: SiteContext,
  input: Input,
  options: ExportOptions,
): Promise<ExportResult> {
  const { signal, isOnline, onProgress } = options
  const collection = entityOf(site.schema(), { kind: 'collection', slug: input.query.slug })
  if (collection?.kind !== 'collection') return { outcome: 'refused', message: '' }
  const chosen = await options.askWhere(input.name, input.format)
  if (chosen === null) return { outcome: 'cancelled' }
  const target = await withEnding(chosen, `.${input.format}`)
  if (target === null) return { outcome: 'failed', reason: 'there-already', message: '' }
  try {
    const file = await openExportFile(target)
    try {
      const format = formatOf(site, collection, input, options)
      let [documents, leftOut, done] = [0, 0, 0]
      await file.append(format.head)
      for await (const piece of exportedDocuments(site, collection, input, { isOnline, signal })) {
        const texts = await format.write(piece.documents, documents === 0)
        signal.throwIfAborted()
        await file.append(texts)
        documents += piece.documents.length
        leftOut += piece.leftOut
        done += piece.asked
        onProgress({ id: input.id, done, total: piece.total })
      }
      await file.append(format.foot)
      signal.throwIfAborted()
      await file.finish()
      return { outcome: 'saved', path: target, documents, leftOut, source: isOnline ? 'server' : 'computer' }
    } catch (error) {
      await file.abandon()
      throw error
    }
  } catch (error) {
    if (signal.aborted) return { outcome: 'cancelled' }
    if (error instanceof ServerSaysNo) return error.why
    return writeFailure(error)
  }
}

type Format = {
  head: string
  /** `isFirst`: true if no document was written before this piece. */
  write: (documents: readonly Exported[], isFirst: boolean) => Promise<string>
  foot: string
}

function formatOf(site: SiteContext, collection: Collection, input: Input, options: ExportOptions): Format {
  const { locale } = input.query
  const { columns } = input
  const paths = columns?.map(({ path }) => path) ?? exportPaths(collection)
  if (input.format === 'json')
    return {
      head: '[',
      write: async (documents, isFirst) => {
        const texts = documents.map((one) =>
          JSON.stringify(exportedObject(collection, one, columns === null ? null : paths, locale), null, 2),
        )
        return Promise.resolve(
          texts.map((text, at) => `${isFirst && at === 0 ? '\n' : ',\n'}${text}`).join(''),
        )
      },
      foot: '\n]\n',
    }
  if (columns === null)
    return {
      head: BYTE_ORDER_MARK + csvLine(paths),
      write: async (documents) =>
        Promise.resolve(
          documents
            .map((one) =>
              csvLine(paths.map((path) => storedCell(exportedValue(collection, one, path, locale)))),
            )
            .join(''),
        ),
      foot: '',
    }
  const { types, language, isOnline, signal } = options
  const titles = exportTitles(site, types, { locale, isOnline, signal })
  const words = {
    ...asStored,
    label: (text: Parameters<typeof pickLabel>[0]) =>
      pickLabel(text, language, site.schema()?.fallbackLanguages),
    nameOf: titles.of,
  }
  return {
    head: BYTE_ORDER_MARK + csvLine(columns.map(({ label }) => label)),
    write: async (documents) => {
      await titles.learn(documents.flatMap((one) => exportedRefs(types, collection, one, paths, locale)))
      return documents
        .map((one) => csvLine(paths.map((path) => shownCell(types, collection, one, path, locale, words))))
        .join('')
    },
    foot: '',
  }
}
