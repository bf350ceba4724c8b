import { useRef } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { isOffScreen } from '../../../shared/document/resolve-field.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { FieldList } from '../../fields/field-list.tsx'
import { placeOf } from '../../fields/place.ts'
import { DifferencesProvider } from '../../fields/saved-note/differences-context.tsx'
import { FieldScopeProvider } from '../../fields/field-scope.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { CredentialsPanel } from './credentials/credentials-panel.tsx'
import { DocumentHeader } from './document-header.tsx'
import { DocumentNotes } from './document-notes.tsx'
import styles from './edit-screen.module.css'
import { LivePreviewPane } from './live-preview/live-preview-pane.tsx'
import { useLivePreview } from './live-preview/use-live-preview.ts'
import { Inspector, useInspector } from './inspector.tsx'
import { cx } from '../../ui/class-names.ts'
import { useFirstField } from './use-first-field.ts'
import { useFieldScopeOf } from '../../fields/use-field-scope-of.ts'
import { useLeadTo } from './use-lead-to.ts'
import { useUndo } from './use-undo.ts'

type EditorProps = { session: DocumentSession; docRef: DocRef; refreshed: RefreshResult | null }

/** Header, notes, fields and inspector of an open document. */
export function DocumentEditor({ session, docRef, refreshed }: EditorProps) {
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const scope = useFieldScopeOf(entity, isNew)
  const hasDetails = entity.fields.some(
    (field) => placeOf(field, entity) === 'sidebar' && !isOffScreen(field),
  )
  const preview = useLivePreview()
  const isPreviewed = preview?.isOpen === true
  const inspector = useInspector(hasDetails, isPreviewed)
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

  return (
    <FieldScopeProvider scope={scope}>
      <DifferencesProvider>
        <DocumentHeader
          session={session}
          docRef={docRef}
          inspector={hasDetails ? inspector : null}
          preview={preview}
        />
        <div className={cx(styles['body'], isPreviewed && styles['previewed'])}>
          <div ref={body} className={styles['sheet']}>
            <div className={styles['scroll']}>
              <div className={styles['form']}>
                <DocumentNotes session={session} refreshed={refreshed} />
                <CredentialsPanel docRef={docRef} />
                <FieldList fields={entity.fields} path="" {...(hasDetails && { place: 'main' as const })} />
              </div>
            </div>
            {hasDetails && inspector.isOpen && (
              <Inspector state={inspector}>
                <FieldList fields={entity.fields} path="" place="sidebar" />
              </Inspector>
            )}
          </div>
          {preview !== null && isPreviewed && <LivePreviewPane preview={preview} />}
        </div>
      </DifferencesProvider>
    </FieldScopeProvider>
  )
}
