import { useRef } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { isOffScreen } from '../../../shared/document/resolve-field.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useKeptScroll } from '../../data/kept-place.ts'
import { FieldList } from '../../fields/field-list.tsx'
import { placeOf } from '../../fields/place.ts'
import { DifferencesProvider } from '../../fields/saved-note/differences-context.tsx'
import { BesideProvider, type Beside } from '../../fields/second-locale/beside-context.ts'
import { FieldScopeProvider } from '../../fields/field-scope.tsx'
import { AfterFirstFrame, FirstFrame } from '../../fields/first-frame.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { cx } from '../../ui/class-names.ts'
import { NewPasswordProvider } from './credentials/new-password.tsx'
import { DocumentHeader } from './document-header.tsx'
import { DocumentNotes } from './document-notes.tsx'
import styles from './edit-screen.module.css'
import { useIsOnScreen } from './editor-place.ts'
import { FindInDocument } from './find/find-in-document.tsx'
import { Inspector, useInspector } from './inspector.tsx'
import { SecondLocaleHead } from './second-locale/second-locale-head.tsx'
import { useBesideOf } from './second-locale/use-beside-of.ts'
import { useSecondLocaleCommands } from './second-locale/use-second-locale-commands.ts'
import { useSecondLocale } from './second-locale/use-second-locale.ts'
import { MainFields } from './main-fields.tsx'
import { LivePreviewPane } from './live-preview/live-preview-pane.tsx'
import { useLivePreview } from './live-preview/use-live-preview.ts'
import { useFirstField } from './use-first-field.ts'
import { useFieldScopeOf } from '../../fields/use-field-scope-of.ts'
import { useLeadTo } from './use-lead-to.ts'
import { useUndo } from './use-undo.ts'

type EditorProps = { session: DocumentSession; docRef: DocRef; refreshed: RefreshResult | null }

/** Header, notes, fields and inspector of an open document. */
export function DocumentEditor({ session, docRef, refreshed }: EditorProps) {
  const { entity, data } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
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
            />
            <div className={cx(styles['body'], isPreviewed && styles['previewed'])}>
              <FirstFrame>
                <div ref={body} className={styles['sheet']}>
                  <div className={styles['main']}>
                    <SecondLocale beside={beside} />
                    <FindInDocument root={body} />
                    <div ref={scroll} className={styles['scroll']}>
                      <div className={cx(styles['form'], beside !== null && styles['two'])}>
                        <DocumentNotes session={session} refreshed={refreshed} />
                        <MainFields docRef={docRef} {...(hasDetails && { place: 'main' as const })} />
                      </div>
                    </div>
                  </div>
                  {hasDetails && inspector.isOpen && (
                    <Inspector state={inspector}>
                      <AfterFirstFrame>
                        <FieldList fields={entity.fields} path="" place="sidebar" />
                      </AfterFirstFrame>
                    </Inspector>
                  )}
                </div>
              </FirstFrame>
              {preview !== null && isPreviewed && <LivePreviewPane preview={preview} />}
            </div>
          </NewPasswordProvider>
        </DifferencesProvider>
      </BesideProvider>
    </FieldScopeProvider>
  )
}

/** What there is of a second locale besides its fields: its keys, and the names over the columns. */
function SecondLocale({ beside }: { beside: Beside | null }) {
  const locales = useSecondLocale(useDocument().entity)
  useSecondLocaleCommands(beside, locales)
  return beside && <SecondLocaleHead beside={beside} locales={locales} />
}
