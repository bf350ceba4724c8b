import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useCallback } from 'react'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { siteId } from '../../../../shared/cms/doc-ref.ts'
import { initialData } from '../../../../shared/document/defaults.ts'
import { checkFile } from '../../../../shared/fields/file/check-file.ts'
import type { FieldTypes } from '../../../../shared/fields/field-type.ts'
import { FILE_FIELD, type PendingFile } from '../../../../shared/fields/file/pending-file.ts'
import { galley } from '../../../data/bridge.ts'
import { callReason } from '../../../data/failure-reasons.ts'
import { copyPendingFile } from '../../../data/copy-file.ts'
import { useDocumentDrawers, type CollectionRef } from '../../../data/document-drawers-context.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { useCanCreate, useSchema } from '../../../data/schema-context.tsx'
import { useOpenDocument } from '../../../form/form-context.tsx'
import { createFormState } from '../../../form/form-state.ts'
import { useOpenDocumentsOrNull } from '../../../form/open-documents-context.ts'
import { useT } from '../../../i18n/use-t.ts'
import { announce } from '../../../ui/live-region/announce.ts'
import { toast } from '../../../ui/toast/toast-queue.ts'
import { useLinkable } from '../../data-nodes/document-picker.tsx'
import { useRichText } from '../../editor-context.tsx'
import { $pastePlace, type PastePlace } from './paste-place.ts'

/**
 * Inserts pasted or dropped files as uploads, one after another: each is copied to this computer (SY14) and its
 * document queued, even if the editor is closed meanwhile. A document that needs more than its file is made in a
 * drawer, only while the text is edited. Inside of an update. False: the text takes no files.
 */
export function usePasteFiles(): (files: readonly File[]) => boolean {
  const [editor] = useLexicalComposerContext()
  const { form, path } = useRichText()
  const document = useOpenDocument()
  const documents = useOpenDocumentsOrNull()
  const { t } = useT()
  const linkable = useLinkable('upload')
  const canCreate = useCanCreate()

  const take = useTakeFile()

  return useCallback(
    (files) => {
      const takers = linkable.filter(({ slug }) => canCreate(slug))
      const taken = files.flatMap((file) => {
        const refusals = takers.map((collection) => refusalOf(collection, file))
        const collection = takers[refusals.indexOf(null)]
        if (collection !== undefined) return [{ file, collection }]
        const [why] = refusals
        if (why !== undefined && why !== null)
          toast.error(t('galley:upload.notCopied', { name: file.name, reason: t(why.key, why.vars ?? {}) }))
        return []
      })
      // Keeps the document open after its screen was left, since files may still be inserted.
      const retained = document === null ? null : (documents?.retainForm(document) ?? null)
      const place = $pastePlace(editor, { form, path, document: retained?.current ?? (() => document) })
      const control = new AbortController()
      // After a change of account the files would go into another account's database (SY2).
      const stop = galley.on('session.accountChanged', () => control.abort())
      const inTurn = async (): Promise<void> => {
        for (const { file, collection } of taken) await take(file, collection, place, control.signal)
        stop()
        retained?.release()
      }
      void inTurn()
      // Refusals were reported. Without a collection for files, the event is left to other handlers.
      return takers.length > 0
    },
    [editor, form, path, document, documents, linkable, canCreate, take, t],
  )
}

/** Returns the function that makes a document of one file and puts it into the text. */
function useTakeFile() {
  const { locale } = useRichText()
  const { collections: all } = useSchema()
  const { t } = useT()
  const types = useFieldTypes()
  const drawers = useDocumentDrawers()

  const put = useCallback(
    (place: PastePlace, ref: CollectionRef, name: string): void => {
      if (place.put(ref.slug, siteId(all, ref))) announce(t('galley:upload.here', { name }))
      else toast.error(t('galley:richTextClipboard.notPut', { name }))
    },
    [all, t],
  )

  return useCallback(
    async (file: File, collection: Collection, place: PastePlace, signal: AbortSignal): Promise<void> => {
      const stopped = () => toast.error(t('galley:richTextClipboard.copyStopped', { name: file.name }))
      try {
        signal.throwIfAborted()
        const pending = await copyPendingFile(file, { onProgress: () => undefined, signal })
        signal.throwIfAborted()
        const { slug } = collection
        const { name } = pending
        if (asksForMore(collection, types, locale, pending)) {
          // No drawer opens for a text that the user has left.
          if (!place.isEdited()) return stopped()
          drawers.create(slug, {
            initial: { [FILE_FIELD]: pending },
            onMade: (ref) => put(place, ref, name),
          })
          return
        }
        const change = { kind: 'set' as const, locale: null, path: FILE_FIELD, from: null, to: pending }
        const mode = collection.versions?.drafts === true ? 'draft' : 'save'
        const { ref } = await galley.call('documents.create', {
          slug,
          commit: { locale, changes: [change], mode },
        })
        // After a change of account the document is in the outbox of the one before, and nothing is to be said here.
        if (!signal.aborted && ref.kind === 'collection') put(place, ref, name)
      } catch (error) {
        if (signal.aborted) stopped()
        else toast.error(t('galley:upload.notCopied', { name: file.name, reason: callReason(error, t) }))
      }
    },
    [drawers, locale, put, t, types],
  )
}

function refusalOf({ upload }: Collection, file: File): ReturnType<typeof checkFile> {
  return upload === false ? null : checkFile(upload, { mimeType: file.type, size: file.size })
}

/**
 * True if a document needs more than its file to be saved. A draft does not, unless the site validates
 * drafts.
 */
function asksForMore(
  { slug, fields, versions }: Collection,
  types: FieldTypes,
  locale: string | null,
  pending: PendingFile,
): boolean {
  if (versions?.drafts === true && !versions.validatesDrafts) return false
  const form = createFormState({
    fields,
    types,
    locale,
    root: slug,
    data: initialData(types, fields, locale),
  })
  form.setField(FILE_FIELD, pending)
  return form.validate().length > 0
}
