import { Maximize2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminRoutes } from '../../../../shared/cms/routes.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import type { DocumentView } from '../../../../shared/ipc.ts'
import { galley } from '../../../data/bridge.ts'
import { CommandLayer, useCommandLayer } from '../../../commands/use-commands.ts'
import { useContentLocale, OwnContentLocaleProvider } from '../../../data/content-locale.tsx'
import { localeSuffix } from '../../../data/locale-of.ts'
import type { CollectionRef } from '../../../data/document-drawers-context.ts'
import { useNoteOpened } from '../../../data/own-documents.ts'
import { useCan, useCollection } from '../../../data/schema-context.tsx'
import { FieldList } from '../../../fields/field-list.tsx'
import { FieldScopeProvider } from '../../../fields/field-scope.tsx'
import { AfterFirstFrame, FirstFrame } from '../../../fields/first-frame.tsx'
import { placeOf } from '../../../fields/place.ts'
import { DifferencesProvider } from '../../../fields/saved-note/differences-context.tsx'
import {
  DocumentProvider,
  FormProvider,
  useDocument,
  useDocumentState,
  useIsBegun,
} from '../../../form/form-context.tsx'
import type { DocumentForm } from '../../../form/document-form.ts'
import { useT } from '../../../i18n/use-t.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Message } from '../../../ui/message/message.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { StatusDot } from '../../../ui/status-dot/status-dot.tsx'
import { NewPasswordProvider } from '../credentials/new-password.tsx'
import { DocumentActions } from '../document-actions.tsx'
import { DocumentMenu } from '../document-menu.tsx'
import { DocumentNotes } from '../document-notes.tsx'
import { documentStatus } from '../document-status.ts'
import { FindInDocument } from '../find/find-bar.tsx'
import { EditorPlaceProvider, type EditorPlace } from '../editor-place.ts'
import { LocaleMenu } from '../locale-menu.tsx'
import { DocumentLockProvider } from '../lock/document-lock.tsx'
import { MainFields } from '../main-fields.tsx'
import { MissingDocument } from '../missing-document.tsx'
import type { ShownSession } from '../session-view.ts'
import { SyncPopover } from '../sync-popover.tsx'
import { useAskedFor, useDocumentSession } from '../use-document-session.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import { useFieldScopeOf } from '../../../fields/use-field-scope-of.ts'
import { useLeadTo } from '../use-lead-to.ts'
import { useNoteEdited } from '../use-note-edited.ts'
import { useUndo } from '../use-undo.ts'
import styles from './document-drawer.module.css'
import { type OpenDrawer, isUntouched, useInitialValues } from './drawer-stack.ts'

type DrawerProps = {
  drawer: OpenDrawer
  onClose: () => void
  onShow: (ref: CollectionRef) => void
  /** Drawers over this one. */
  children: ReactNode
}

/**
 * A document over the screen: the same session, form and outbox, with a content locale of its own, so that the
 * address stays.
 */
export function DocumentDrawer(props: DrawerProps) {
  const collection = useCollection(props.drawer.ref.slug)
  const can = useCan()
  const { t } = useT()
  if (collection === null || !can('collection', collection.slug, 'read')) {
    return (
      <Drawer title={props.drawer.ref.id} onClose={props.onClose}>
        <Message kind="error" title={t('error:notAllowedToAccessPage')} />
        {props.children}
      </Drawer>
    )
  }
  return (
    <OwnContentLocaleProvider first={props.drawer.locale}>
      <Opened {...props} collection={collection} />
    </OwnContentLocaleProvider>
  )
}

type OpenedProps = DrawerProps & { collection: Collection }

function Opened({ drawer, collection, onClose, onShow, children }: OpenedProps) {
  const { locale } = useContentLocale()
  const opened = useDocumentSession(drawer.ref, collection, locale)
  const [isSaved, setSaved] = useState(false)
  const { asker } = drawer
  const place = useMemo(
    (): EditorPlace => ({
      show(ref) {
        if (ref.kind === 'collection') onShow(ref)
      },
      leave: onClose,
      saved: () => setSaved(true),
      deleted: (ref) => {
        if (ref.kind === 'collection') asker.onDeleted?.(ref)
      },
    }),
    [onClose, onShow, asker],
  )
  const layer = useId()
  return (
    opened && (
      <EditorPlaceProvider value={place}>
        <CommandLayer value={layer}>
          <Session {...opened} drawer={drawer} collection={collection} isSaved={isSaved} onClose={onClose}>
            {children}
          </Session>
        </CommandLayer>
      </EditorPlaceProvider>
    )
  )
}

type SessionProps = ShownSession & Omit<OpenedProps, 'onShow'> & { isSaved: boolean }

function Session({ session, snapshot, drawer, collection, isSaved, onClose, children }: SessionProps) {
  const { label } = useT()
  const { locale } = useContentLocale()
  const { form, status, refreshed } = snapshot
  const asking = useAskedFor({ session, snapshot })
  if (form && status === 'ready') {
    return (
      <DocumentProvider document={form}>
        <FormProvider form={form.inLocale(locale)}>
          <DocumentLockProvider key={session.key} session={session}>
            <NewPasswordProvider>
              <Editor
                session={session}
                refreshed={refreshed}
                drawer={drawer}
                collection={collection}
                isSaved={isSaved}
                onClose={onClose}
              >
                {children}
              </Editor>
            </NewPasswordProvider>
          </DocumentLockProvider>
        </FormProvider>
      </DocumentProvider>
    )
  }
  // The read takes a frame or two, and a drawer without the document would be drawn twice.
  if (status === 'loading') return null
  return (
    <Drawer title={label(collection.labels.singular) || collection.slug} onClose={onClose}>
      {asking ? (
        <Skeleton lines={6} lineHeight="4.5rem" />
      ) : (
        <MissingDocument
          docRef={drawer.ref}
          snapshot={snapshot}
          listTo={null}
          onAgain={() => void session.refresh()}
        />
      )}
      {children}
    </Drawer>
  )
}

type EditorProps = Omit<SessionProps, 'snapshot' | 'asked'> & Pick<ShownSession['snapshot'], 'refreshed'>

function Editor({ session, refreshed, drawer, collection, isSaved, onClose, children }: EditorProps) {
  const { label } = useT()
  const layer = useCommandLayer()
  const document = useDocument()
  const { dir, locale } = useContentLocale()
  const title = useDocumentTitle()
  const isNew = useDocumentState(({ view }) => view.isNew)
  useNoteOpened(document.getRef(), useIsBegun())
  useNoteEdited(document.getRef())
  const drafts = collection.versions?.drafts === true
  const status = useDocumentState(({ view, dirty }) => documentStatus(view, dirty, drafts, locale))
  const scope = useFieldScopeOf(collection, isNew, document.data)
  useInitialValues(drawer)
  const tellIfMade = useOnMade(drawer)
  const body = useRef<HTMLDivElement>(null)
  useUndo(body)
  useLeadTo(nothing)
  const { close, question } = useGuardedClose(document, async () => {
    if (isUntouched(document, drawer)) await session.discard().catch(() => undefined)
    else {
      const isBegun = !isMade(document.getDocument().view)
      // An invalid document is not saved; its edits stay on this computer as a draft.
      if (drawer.made?.savesOnClose === true && isBegun)
        await session.save(drafts ? 'draft' : 'save', locale).catch(() => undefined)
      await tellIfMade(() => session.leave(() => false))
    }
    onClose()
  })
  // A document created for another field closes its drawer once saved (U29).
  const isDone = useDocumentState(({ view }) => isMade(view)) && isSaved && drawer.made !== null
  const closeDone = useEffectEvent(close)
  useEffect(() => {
    if (isDone) closeDone()
  }, [isDone])
  const kind = label(collection.labels.singular) || collection.slug
  const hasSidebar = collection.fields.some((field) => placeOf(field, collection) === 'sidebar')
  return (
    <FieldScopeProvider scope={scope}>
      <Drawer
        layer={layer}
        kind={kind}
        title={title}
        titleDir={dir ?? 'auto'}
        pill={status !== null && <StatusDot status={status} pill />}
        onClose={close}
        bar={<FindInDocument root={body} />}
        actions={<EditorActions session={session} />}
      >
        <DifferencesProvider>
          <div ref={body} className={styles['form']}>
            <DocumentNotes session={session} refreshed={refreshed} />
            <FirstFrame>
              <MainFields docRef={drawer.ref} place="main" withCredentials={false} />
              {hasSidebar && (
                <AfterFirstFrame>
                  <FieldList fields={collection.fields} path="" place="sidebar" />
                </AfterFirstFrame>
              )}
            </FirstFrame>
          </div>
        </DifferencesProvider>
        {question}
        {children}
      </Drawer>
    </FieldScopeProvider>
  )
}

/** The state line and the actions at the head of the drawer. */
function EditorActions({ session }: Pick<EditorProps, 'session'>) {
  const { t } = useT()
  const document = useDocument()
  const navigate = useNavigate()
  const { locale } = useContentLocale()
  const isNew = useDocumentState(({ view }) => view.isNew)
  return (
    <>
      <SyncPopover />
      <LocaleMenu />
      <DocumentActions session={session} />
      <DocumentMenu session={session} />
      {!isNew && (
        <IconButton
          icon={Maximize2}
          label={t('galley:relation.openAsPage')}
          onPress={() => void navigate(adminRoutes.document(document.getRef()) + localeSuffix(locale))}
        />
      )}
    </>
  )
}

const nothing = () => undefined

/**
 * Tells the opener once something of the document is queued or stored. `leave` closes the form, which may commit an
 * autosave; the opener is told before the drawer is gone.
 */
function useOnMade({ made, asker, isDuplicate }: OpenDrawer): (leave: () => Promise<void>) => Promise<void> {
  const document = useDocument()
  const isTold = useRef(false)
  const exists = useDocumentState(({ view }) => isMade(view))
  const onMade = isDuplicate === true ? asker.onDuplicated : made?.onMade
  const tell = () => {
    const ref = document.getRef()
    if (isTold.current || ref.kind !== 'collection') return
    isTold.current = true
    onMade?.(ref)
  }
  const told = useEffectEvent(tell)
  useEffect(() => {
    if (exists) told()
  }, [exists])
  return async (leave) => {
    if (isTold.current || onMade === undefined) return
    await leave().catch(() => undefined)
    const view = await galley.call('documents.get', { ref: document.getRef() }).catch(() => null)
    if (view !== null && isMade(view)) tell()
  }
}

const isMade = ({ isNew, entries }: DocumentView): boolean => !isNew || entries.length > 0

/** Asks before closing only if edits could not be written, so that they exist only in this window (SY1). */
function useGuardedClose(form: DocumentForm, leave: () => Promise<void>) {
  const { t } = useT()
  const [asking, setAsking] = useState(false)
  async function close(): Promise<void> {
    if (await form.flush()) return leave()
    setAsking(true)
  }
  return {
    close: () => void close(),
    question: asking && (
      <ConfirmDialog
        danger
        title={t('galley:relation.notWrittenTitle')}
        body={t('galley:relation.notWrittenBody')}
        confirmLabel={t('general:close')}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}
