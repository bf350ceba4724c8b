import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { arrive, isComingBack } from '../../data/page-state.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { DocumentProvider, FormProvider, SecondFormProvider } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { DocumentEditor } from './document-editor.tsx'
import styles from './edit-screen.module.css'
import { DocumentLockProvider } from './lock/document-lock.tsx'
import { MissingDocument } from './missing-document.tsx'
import { useSecondLocale } from './second-locale/use-second-locale.ts'
import type { ShownSession } from './session-view.ts'
import { useAskedFor, useDocumentSession } from './use-document-session.ts'

/** Shows a document from this computer at once, asks the server in the background, and follows its server id. */
export function DocumentScreen({ docRef, entity }: { docRef: DocRef; entity: Collection | Global }) {
  const { locale } = useContentLocale()
  const opened = useDocumentSession(docRef, entity, locale)
  return opened && <OpenDocument docRef={docRef} entity={entity} {...opened} />
}

type OpenDocumentProps = ShownSession & { docRef: DocRef; entity: Collection | Global }

function OpenDocument({ docRef, entity, session, snapshot }: OpenDocumentProps) {
  const { label } = useT()
  const { locale } = useContentLocale()
  const { second } = useSecondLocale(entity)
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const { form, status, refreshed, ref } = snapshot

  // A new document got its server id: the address changes, the form does not (SY8).
  const moved = refKey(ref) !== refKey(docRef)
  useEffect(() => {
    if (moved) void navigate(adminRoutes.document(ref) + search, { replace: true })
  }, [moved, ref, navigate, search])

  const isGone = refreshed?.outcome === 'gone' || refreshed?.outcome === 'denied'
  // After the first answer the person has seen the document, so its later removal is reported.
  const isAnswered = status === 'ready' && refreshed !== null && !isGone
  useEffect(() => {
    if (isAnswered) arrive()
  }, [isAnswered])

  const asking = useAskedFor({ session, snapshot })

  if (form && status === 'ready') {
    return (
      <DocumentProvider document={form}>
        <FormProvider form={form.inLocale(locale)}>
          <DocumentLockProvider key={session.key} session={session}>
            <SecondFormProvider form={second === null ? null : form.inLocale(second.code)}>
              <DocumentEditor session={session} docRef={docRef} refreshed={refreshed} />
            </SecondFormProvider>
          </DocumentLockProvider>
        </FormProvider>
      </DocumentProvider>
    )
  }
  // A reopened window does not report a missing document, since nobody asked for it now.
  if (!asking && isGone && isComingBack(state)) return <Navigate to={adminRoutes.dashboard()} replace />
  const plural = label('labels' in entity ? entity.labels.plural : entity.label) || entity.slug
  // The title is unknown until it is read, and the id is no title (U11).
  const singular = 'labels' in entity ? label(entity.labels.singular) || entity.slug : plural
  const listTo = entity.kind === 'collection' ? adminRoutes.list(entity.slug) + search : null
  return (
    <>
      <ScreenHeader
        {...(listTo !== null && { crumbs: [{ label: plural, to: listTo }] })}
        title={listTo === null ? plural : singular}
        tabs={[]}
      />
      <div className={styles['scroll']}>
        <div className={styles['form']}>
          {asking ? (
            <Skeleton lines={6} lineHeight="4.5rem" />
          ) : (
            <MissingDocument
              docRef={docRef}
              snapshot={snapshot}
              listTo={listTo}
              onAgain={() => void session.refresh()}
            />
          )}
        </div>
      </div>
    </>
  )
}
