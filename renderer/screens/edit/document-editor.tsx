import { useRef } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { isOffScreen } from '../../../shared/document/resolve-field.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useKeptScroll } from '../../data/kept-place.ts'
import { useNoteOpened } from '../../data/own-documents.ts'
import { placeOf } from '../../fields/place.ts'
import { DifferencesProvider } from '../../fields/saved-note/differences-context.tsx'
import { BesideProvider } from '../../fields/second-locale/other-locale-context.ts'
import { FieldScopeProvider } from '../../fields/field-scope.tsx'
import { FirstFrame } from '../../fields/first-frame.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState, useIsBegun } from '../../form/form-context.tsx'
import { cx } from '../../ui/class-names.ts'
import { NewPasswordProvider } from './credentials/new-password.tsx'
import { DocumentHeader } from './document-header.tsx'
import { DocumentNotes } from './document-notes.tsx'
import styles from './edit-screen.module.css'
import { useIsOnScreen } from './editor-place.ts'
import { FieldHistory } from './field-history/field-history.tsx'
import { FormColumns } from './form-columns.tsx'
import { useInspector } from './inspector.tsx'
import { useBesideOf } from './second-locale/use-beside-of.ts'
import { LivePreviewPane } from './live-preview/live-preview-pane.tsx'
import { useLivePreview } from './live-preview/use-live-preview.ts'
import { PublishedSheet } from './published/published-sheet.tsx'
import { usePublished } from './published/use-published.ts'
import { useFirstField, useAskedField } from './use-opening-field.ts'
import { useFieldScopeOf } from '../../fields/use-field-scope-of.ts'
import { useLeadTo } from './use-lead-to.ts'
import { useNoteEdited } from './use-note-edited.ts'
import { useUndo } from './use-undo.ts'

type EditorProps = { session: DocumentSession; docRef: DocRef; refreshed: RefreshResult | null }

/** Header, notes, fields and inspector of an open document. */
export function DocumentEditor({ session, docRef, refreshed }: EditorProps) {
  const { entity, data } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  useNoteOpened(docRef, useIsBegun())
  useNoteEdited(docRef)
  useAskedField()
  const scope = useFieldScopeOf(entity, isNew, data)
  const hasDetails = entity.fields.some(
    (field) => placeOf(field, entity) === 'sidebar' && !isOffScreen(field),
  )
  const beside = useBesideOf()
  const preview = useLivePreview()
  const isPreviewed = preview?.isOpen === true
  const inspector = useInspector(hasDetails, { hasSecondLocale: beside !== null, isPreviewed })
  useCommand({
    id: 'document.details',
    title: 'galley:edit.details',
    shortcut: 'Mod+.',
    run: inspector.toggle,
    when: () => hasDetails,
  })
  useLeadTo(inspector.open)
  useFirstField(scope)
  const body = useRef<HTMLDivElement>(null)
  useUndo(body)
  const scroll = useRef<HTMLDivElement>(null)
  useKeptScroll(scroll, useIsOnScreen())
  const published = usePublished(scroll)
  const isPublished = published?.isShown === true

  return (
    <FieldScopeProvider scope={scope}>
      <BesideProvider value={beside}>
        <DifferencesProvider>
          <NewPasswordProvider>
            <DocumentHeader
              session={session}
              docRef={docRef}
              inspector={hasDetails ? inspector : null}
              preview={preview}
              published={published}
            />
            <div className={cx(styles['body'], isPreviewed && styles['previewed'])}>
              <FirstFrame>
                <div ref={body} className={styles['sheet']} hidden={isPublished}>
                  <FormColumns
                    docRef={docRef}
                    root={body}
                    scroll={scroll}
                    notes={<DocumentNotes session={session} refreshed={refreshed} />}
                    inspector={hasDetails && !isPublished ? inspector : null}
                    hasDetails={hasDetails}
                  />
                </div>
              </FirstFrame>
              <FieldHistory docRef={docRef} />
              {published !== null && isPublished && (
                <PublishedSheet
                  docRef={docRef}
                  view={published}
                  inspector={hasDetails ? inspector : null}
                  hasDetails={hasDetails}
                />
              )}
              {preview !== null && isPreviewed && <LivePreviewPane preview={preview} />}
            </div>
          </NewPasswordProvider>
        </DifferencesProvider>
      </BesideProvider>
    </FieldScopeProvider>
  )
}
