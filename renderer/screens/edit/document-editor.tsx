import { useMemo, useRef } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { FILE_FIELD, haveFile } from '../../../shared/fields/file/pending-file.ts'
import { isOffScreen } from '../../../shared/document/resolve-field.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useAccount } from '../../data/account-context.tsx'
import { useContentLocale } from '../../data/content-locale.ts'
import { useCanField } from '../../data/schema-context.tsx'
import { FieldList } from '../../fields/field-list.tsx'
import { placeOf } from '../../fields/place.ts'
import { DifferencesProvider } from '../../fields/saved-note/differences-context.tsx'
import { FieldScopeProvider, type FieldScope } from '../../fields/field-scope.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { DocumentHeader } from './document-header.tsx'
import { DocumentNotes } from './document-notes.tsx'
import styles from './edit-screen.module.css'
import { Inspector, useInspector } from './inspector.tsx'
import { useLeadTo } from './use-lead-to.ts'
import { useUndo } from './use-undo.ts'

type EditorProps = { session: DocumentSession; docRef: DocRef; refreshed: RefreshResult | null }

/** Header, notes, fields and inspector of an open document. */
export function DocumentEditor({ session, docRef, refreshed }: EditorProps) {
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const scope = useFieldScopeOf(isNew)
  const hasDetails = entity.fields.some(
    (field) => placeOf(field, entity) === 'sidebar' && !isOffScreen(field),
  )
  const inspector = useInspector(hasDetails)
  useCommand({
    id: 'document.details',
    title: 'galley:edit.details',
    shortcut: 'Mod+.',
    run: inspector.toggle,
    when: () => hasDetails,
  })
  useLeadTo(inspector.open)
  const body = useRef<HTMLDivElement>(null)
  useUndo(body)

  return (
    <FieldScopeProvider scope={scope}>
      <DifferencesProvider>
        <DocumentHeader session={session} docRef={docRef} inspector={hasDetails ? inspector : null} />
        <div ref={body} className={styles['body']}>
          <div className={styles['scroll']}>
            <div className={styles['form']}>
              <DocumentNotes session={session} refreshed={refreshed} />
              <FieldList fields={entity.fields} path="" {...(hasDetails && { place: 'main' as const })} />
            </div>
          </div>
          {hasDetails && inspector.isOpen && (
            <Inspector state={inspector}>
              <FieldList fields={entity.fields} path="" place="sidebar" />
            </Inspector>
          )}
        </div>
      </DifferencesProvider>
    </FieldScopeProvider>
  )
}

function useFieldScopeOf(isNew: boolean): FieldScope {
  const { entity } = useDocument()
  const { locale, dir, locales } = useContentLocale()
  const canField = useCanField()
  const server = useAccount().server.id
  const hasFile = haveFile(entity.fields)
  return useMemo(() => {
    // The server knows no field of the file itself: whoever may give it a name may give it.
    const permitted = (path: string): string => (hasFile && path === FILE_FIELD ? 'filename' : path)
    return {
      server,
      locale,
      dir: dir ?? null,
      locales,
      placeOf: (field) => placeOf(field, entity),
      mayRead: (path) => canField(entity.kind, entity.slug, permitted(path), 'read'),
      mayWrite: (path) => canField(entity.kind, entity.slug, permitted(path), isNew ? 'create' : 'update'),
    }
  }, [entity, hasFile, server, locale, dir, locales, canField, isNew])
}
