import { useNavigate, useSearchParams } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import {
  ClipboardCopy,
  Copy,
  Download,
  Ellipsis,
  FileDiff,
  FileDown,
  Hash,
  Trash2,
  Undo2,
  Waypoints,
} from 'lucide-react'
import { memo, useState } from 'react'
import { callReason } from '../../data/failure-reasons.ts'
import { useCan } from '../../data/schema-context.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useSaveFile } from '../../fields/file/use-save-file.ts'
import { useCopyId } from '../../data/use-copy-text.ts'
import { useWriteHold } from '../../fields/field-scope.tsx'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { usePermitted, useWhyNot } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { draftText } from '../../unsent/use-unsent-actions.tsx'
import { useExport } from '../../unsent/use-export.ts'
import { UsedInDialog } from '../../fields/used-in/used-in-dialog.tsx'
import { useSayTrashed } from '../../fields/document-rows/use-judged-trash.ts'
import { DeleteDialog } from '../../fields/document-rows/delete-dialog.tsx'
import { ActionCommands, menuItems, type DocumentAction } from './document-action.tsx'
import { useEditorPlace, useIsOnScreen } from './editor-place.ts'
import { useTitleNow } from './use-document-title.ts'
import { useDuplicate } from './use-duplicate.ts'
import { usePreviewAction } from './use-preview-action.ts'
import { useOwnCreateAgain } from './use-own-actions.ts'

/** The menu of a document: duplicate, export, discard edits, delete (U3). */
export const DocumentMenu = memo(function DocumentMenu({ session }: { session: DocumentSession }) {
  const { t } = useT()
  const document = useDocument()
  const { entity } = document
  const can = useCan()
  const whyNot = useWhyNot()
  const permitted = usePermitted()
  const hold = useWriteHold()
  const toast = useToast()
  const sayTrashed = useSayTrashed()
  const place = useEditorPlace()
  const { locale } = useContentLocale()
  const titleNow = useTitleNow()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isOnScreen = useIsOnScreen()
  const createAgain = useOwnCreateAgain(session)
  const duplicate = useDuplicate(session)
  const preview = usePreviewAction(session)
  const { copy, save, whyNotSave } = useExport()
  const copyId = useCopyId()
  const file = useSaveFile()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isGone = useDocumentState(({ view }) => view.isGone)
  const dirty = useDocumentState((one) => one.dirty)
  const entries = useDocumentState(({ view }) => view.entries)
  const hasMoves = useDocumentState(({ view }) => view.moves.length > 0)
  const [asking, setAsking] = useState<'discard' | 'delete' | 'used-in' | null>(null)
  const [busy, setBusy] = useState(false)

  const isSending = entries.some(({ state }) => state === 'sending')
  const beingSent = isSending ? t('galley:edit.menu.beingSent') : null
  const text = async () => {
    const typed = { changes: document.changes(), typed: document.typed() }
    return draftText(titleNow(), document.getRef(), typed, document.data())
  }

  async function act(work: () => Promise<unknown>, leaves: boolean): Promise<void> {
    setBusy(true)
    try {
      await work()
      setAsking(null)
      if (leaves && entity.kind === 'collection') await place.leave(entity.slug)
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    } finally {
      setBusy(false)
    }
  }

  async function discard(): Promise<void> {
    await session.discard()
    if (isNew) place.deleted?.(document.getRef())
  }
  async function remove(): Promise<void> {
    const key = await session.remove(locale)
    const ref = document.getRef()
    place.deleted?.(ref)
    if (key !== null && hasTrash) sayTrashed(ref, key)
  }

  const actions: DocumentAction[] = preview === null ? [] : [preview]
  if (entity.kind === 'collection') {
    if (isGone) {
      if (can('collection', entity.slug, 'create'))
        actions.push({
          id: 'duplicate',
          title: 'galley:sync.createAgain',
          icon: Copy,
          onAction: () => void act(createAgain, false),
        })
    } else if (can('collection', entity.slug, 'create') || permitted('create').may) {
      actions.push({
        id: 'duplicate',
        title: 'general:duplicate',
        also: 'galley:palette.also.duplicate',
        icon: Copy,
        disabledReason: duplicate.disabledReason,
        onAction: () => void act(duplicate.run, false),
      })
    }
    actions.push({
      id: 'copy-id',
      title: 'galley:actions.copyId',
      also: 'galley:palette.also.copyId',
      icon: Hash,
      disabledReason: isNew ? t('galley:actions.saveFirst') : null,
      onAction: () => void copyId(document.getRef()),
    })
    if (entity.upload !== false)
      actions.push(
        {
          id: 'download',
          title: 'galley:media.download',
          icon: Download,
          disabledReason: file.whyNot(document.getRef()),
          onAction: () => void file.save(document.getRef()),
        },
        {
          id: 'used-in',
          title: 'galley:media.usedIn',
          also: 'galley:palette.also.usedIn',
          icon: Waypoints,
          onAction: () => setAsking('used-in'),
        },
      )
  }
  // Over another document, the comparison would replace that one's screen.
  if (isOnScreen)
    actions.push({
      id: 'compare-unsaved',
      title: 'galley:compare.showEdits',
      icon: FileDiff,
      disabledReason: isNew ? t('galley:actions.saveFirst') : null,
      onAction: () =>
        void navigate(adminRoutes.onScreen(document.getRef()) + localeSuffix(params.get('locale'))),
    })
  actions.push(
    {
      id: 'copy-json',
      title: 'galley:sync.copyJson',
      icon: ClipboardCopy,
      onAction: () => void copy(text),
    },
    {
      id: 'export',
      title: 'galley:sync.export',
      also: 'galley:palette.also.export',
      icon: FileDown,
      disabledReason: whyNotSave,
      onAction: () => void save(titleNow(), text),
    },
    {
      id: 'discard',
      title: isNew ? 'galley:edit.menu.discardNew' : 'galley:edit.menu.discardEdits',
      also: 'galley:palette.also.discard',
      icon: Undo2,
      danger: true,
      disabledReason:
        beingSent ??
        (isNew || dirty || hasMoves || entries.length > 0 ? null : t('galley:edit.menu.nothing')),
      onAction: () => setAsking('discard'),
    },
  )
  const hasTrash = entity.kind === 'collection' && entity.trash
  if (entity.kind === 'collection' && !isNew && !isGone) {
    const isDeleting = entries.some(({ mode }) => mode === 'delete')
    actions.push({
      id: 'delete',
      title: hasTrash ? 'galley:actions.trash' : 'galley:edit.menu.delete',
      also: 'galley:palette.also.delete',
      icon: Trash2,
      danger: true,
      disabledReason:
        whyNot('delete') ?? hold ?? beingSent ?? (isDeleting ? t('galley:edit.menu.deleting') : null),
      onAction: () => setAsking('delete'),
    })
  }

  return (
    <>
      <MenuButton icon={Ellipsis} label={t('galley:edit.menu.label')} items={menuItems(actions, t)} />
      <ActionCommands actions={actions} />
      {asking === 'discard' && (
        <ConfirmDialog
          danger
          title={t(isNew ? 'galley:sync.discardNewTitle' : 'galley:edit.menu.discardTitle', {
            title: titleNow(),
          })}
          body={t(isNew ? 'galley:sync.discardDraftNew' : 'galley:edit.menu.discardBody')}
          confirmLabel={t('galley:sync.discardConfirm')}
          busyLabel={busy ? `${t('galley:sync.discardConfirm')}...` : null}
          extra={{
            label: t('galley:sync.export'),
            onPress: () => void save(titleNow(), text),
            disabledReason: whyNotSave,
          }}
          onConfirm={() => void act(discard, isNew || isGone)}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && (
        <DeleteDialog
          docRef={document.getRef()}
          title={titleNow()}
          trash={hasTrash}
          busy={busy}
          onConfirm={() => void act(remove, true)}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'used-in' && <UsedIn onClose={() => setAsking(null)} />}
    </>
  )
})

/** The dialog with the documents that use this file. */
function UsedIn({ onClose }: { onClose: () => void }) {
  const ref = useDocument().getRef()
  const titleNow = useTitleNow()
  const { locale } = useContentLocale()
  const [params] = useSearchParams()
  if (ref.kind === 'global') return null
  const suffix = localeSuffix(params.get('locale'))
  return <UsedInDialog of={ref} title={titleNow()} locale={locale} suffix={suffix} onClose={onClose} />
}
