import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { withoutNode } from '../../form/typed-inputs.ts'
import { useT } from '../../i18n/use-t.ts'
import { pathLabel } from '../../unsent/entry-words.ts'
import {
  draftText,
  useDraftActions,
  useEntryActions,
  type UnsentActions,
} from '../../unsent/use-unsent-actions.tsx'
import { useEditorPlace } from './editor-place.ts'
import { useDocumentTitle } from './use-document-title.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import type { CopiedFile } from '../../../shared/ipc.ts'

/** Returns the actions on the open document's edits. Discarding includes queued entries. */
export function useOwnDraftActions(session: DocumentSession): UnsentActions {
  const { t, label } = useT()
  const document = useDocument()
  const place = useEditorPlace()
  const title = useDocumentTitle()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isGone = useDocumentState(({ view }) => view.isGone)
  const { entity } = document
  const createAgain = useOwnCreateAgain(session)
  const nameOf = (path: string) => pathLabel(entity.fields, path, { t, label }, document.data())
  return useDraftActions({
    isNew,
    title,
    fields: [
      ...new Set(
        [...document.changes(), ...document.typed()].map(({ path }) => nameOf(withoutNode(path).path)),
      ),
    ],
    text: () => {
      const typed = { changes: document.changes(), typed: document.typed() }
      return draftText(title, document.getRef(), typed, document.data())
    },
    drop: async () => {
      await session.discard()
      if ((isNew || isGone) && entity.kind === 'collection') await place.leave(entity.slug)
    },
    createAgain,
  })
}

/** Returns the actions on an entry of the open document (SY10). */
export function useOwnEntryActions(entry: OutboxEntry, session: DocumentSession): UnsentActions {
  const title = useDocumentTitle()
  const createAgain = useOwnCreateAgain(session)
  const { entries } = useDocumentState(({ view }) => view)
  const remember = (changes: Change[]) => session.getSnapshot().form?.remember(changes)
  return useEntryActions(entry, { entries }, title, createAgain, remember)
}

/**
 * Returns a function that makes a new document of the one on the screen and, if `isShown`, opens it. `file`:
 * see `documents.createAgain`.
 */
export function useOwnCreateAgain(
  session: DocumentSession,
): (file?: CopiedFile, isShown?: boolean) => Promise<void> {
  const { locale } = useContentLocale()
  const place = useEditorPlace()
  return async (file, isShown = true) => {
    const made = await session.createAgain(locale, file)
    if (made !== null && isShown) await place.show(made)
  }
}
