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

type Question = 'discard' | 'delete' | 'used-in'

/** Does the work of an action, and reports a failure. `leaves`: the screen is left then. */
type Act = (work: () => Promise<unknown>, leaves: boolean) => Promise<void>

/** The menu of a document: duplicate, export, discard edits, delete (U3). */
export const DocumentMenu = memo(function DocumentMenu({ session }: { session: DocumentSession }) {
  const { t } = useT()
  const { entity } = useDocument()
  const toast = useToast()
  const place = useEditorPlace()
  const [asking, setAsking] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
  const act: Act = async (work, leaves) => {
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
  const copies = useCopyActions(session, act)
  const preview = usePreviewAction(session)
  const json = useJsonExport()
  const files = useFileActions(setAsking)
  const compare = useCompareAction()
  const removals = useRemovalActions(setAsking)
  const actions: DocumentAction[] = [
    ...(preview === null ? [] : [preview]),
    ...copies,
    ...files,
    ...compare,
    ...json.actions,
    ...removals,
  ]

  return (
    <>
      <MenuButton icon={Ellipsis} label={t('galley:edit.menu.label')} items={menuItems(actions, t)} />
      <ActionCommands actions={actions} />
      {(asking === 'discard' || asking === 'delete') && (
        <RemovalDialog
          session={session}
          asking={asking}
          busy={busy}
          act={act}
          json={json}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'used-in' && <UsedIn onClose={() => setAsking(null)} />}
    </>
  )
})

/** Returns the action that duplicates the document, or creates a deleted one again. */
function useCopyActions(session: DocumentSession, act: Act): DocumentAction[] {
  const { entity } = useDocument()
  const can = useCan()
  const permitted = usePermitted()
  const createAgain = useOwnCreateAgain(session)
  const duplicate = useDuplicate(session)
  const isGone = useDocumentState(({ view }) => view.isGone)
  if (entity.kind !== 'collection') return []
  const canCreate = can('collection', entity.slug, 'create')
  if (isGone)
    return canCreate
      ? [
          {
            id: 'duplicate',
            title: 'galley:sync.createAgain',
            icon: Copy,
            onAction: () => void act(createAgain, false),
          },
        ]
      : []
  if (!canCreate && !permitted('create').may) return []
  return [
    {
      id: 'duplicate',
      title: 'general:duplicate',
      also: 'galley:palette.also.duplicate',
      icon: Copy,
      disabledReason: duplicate.disabledReason,
      onAction: () => void act(duplicate.run, false),
    },
  ]
}

/** Returns the actions that copy the id, save the file and show its uses; a global has none. */
function useFileActions(onAsk: (question: Question) => void): DocumentAction[] {
  const { t } = useT()
  const document = useDocument()
  const { entity } = document
  const copyId = useCopyId()
  const file = useSaveFile()
  const isNew = useDocumentState(({ view }) => view.isNew)
  if (entity.kind !== 'collection') return []
  const actions: DocumentAction[] = [
    {
      id: 'copy-id',
      title: 'galley:actions.copyId',
      also: 'galley:palette.also.copyId',
      icon: Hash,
      disabledReason: isNew ? t('galley:actions.saveFirst') : null,
      onAction: () => void copyId(document.getRef()),
    },
  ]
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
        onAction: () => onAsk('used-in'),
      },
    )
  return actions
}

/** Returns the action that compares the unsent edits; none in a drawer. */
function useCompareAction(): DocumentAction[] {
  const { t } = useT()
  const document = useDocument()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isOnScreen = useIsOnScreen()
  const isNew = useDocumentState(({ view }) => view.isNew)
  // In a drawer there is no comparison, since it would replace the screen of the document below.
  if (!isOnScreen) return []
  return [
    {
      id: 'compare-unsaved',
      title: 'galley:compare.showEdits',
      icon: FileDiff,
      disabledReason: isNew ? t('galley:actions.saveFirst') : null,
      onAction: () =>
        void navigate(adminRoutes.onScreen(document.getRef()) + localeSuffix(params.get('locale'))),
    },
  ]
}

type JsonExport = {
  actions: DocumentAction[]
  save: () => void
  /** Reason that nothing can be saved to a file, as text. */
  whyNotSave: string | null
}

/** Returns functions that copy the document with its unsent edits as JSON, or save it to a file. */
function useJsonExport(): JsonExport {
  const document = useDocument()
  const titleNow = useTitleNow()
  const exporting = useExport()
  const { whyNotSave } = exporting
  const text = async () => {
    const typed = { changes: document.changes(), typed: document.typed() }
    return draftText(titleNow(), document.getRef(), typed, document.data())
  }
  const save = () => void exporting.save(titleNow(), text)
  return {
    actions: [
      {
        id: 'copy-json',
        title: 'galley:sync.copyJson',
        icon: ClipboardCopy,
        onAction: () => void exporting.copy(text),
      },
      {
        id: 'export',
        title: 'galley:sync.export',
        also: 'galley:palette.also.export',
        icon: FileDown,
        disabledReason: whyNotSave,
        onAction: save,
      },
    ],
    save,
    whyNotSave,
  }
}

/** Returns the actions that discard the edits and delete the document, each after a question. */
function useRemovalActions(onAsk: (question: Question) => void): DocumentAction[] {
  const { t } = useT()
  const { entity } = useDocument()
  const whyNot = useWhyNot()
  const hold = useWriteHold()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isGone = useDocumentState(({ view }) => view.isGone)
  const dirty = useDocumentState((one) => one.dirty)
  const entries = useDocumentState(({ view }) => view.entries)
  const hasMoves = useDocumentState(({ view }) => view.moves.length > 0)
  const isSending = entries.some(({ state }) => state === 'sending')
  const beingSent = isSending ? t('galley:edit.menu.beingSent') : null
  const discard: DocumentAction = {
    id: 'discard',
    title: isNew ? 'galley:edit.menu.discardNew' : 'galley:edit.menu.discardEdits',
    also: 'galley:palette.also.discard',
    icon: Undo2,
    danger: true,
    disabledReason:
      beingSent ?? (isNew || dirty || hasMoves || entries.length > 0 ? null : t('galley:edit.menu.nothing')),
    onAction: () => onAsk('discard'),
  }
  if (entity.kind !== 'collection' || isNew || isGone) return [discard]
  const isDeleting = entries.some(({ mode }) => mode === 'delete')
  return [
    discard,
    {
      id: 'delete',
      title: entity.trash ? 'galley:actions.trash' : 'galley:edit.menu.delete',
      also: 'galley:palette.also.delete',
      icon: Trash2,
      danger: true,
      disabledReason:
        whyNot('delete') ?? hold ?? beingSent ?? (isDeleting ? t('galley:edit.menu.deleting') : null),
      onAction: () => onAsk('delete'),
    },
  ]
}

type RemovalDialogProps = {
  session: DocumentSession
  asking: 'discard' | 'delete'
  busy: boolean
  act: Act
  json: JsonExport
  onCancel: () => void
}

/** The question before the edits are discarded or the document is deleted. */
function RemovalDialog({ session, asking, busy, act, json, onCancel }: RemovalDialogProps) {
  const { t } = useT()
  const document = useDocument()
  const { entity } = document
  const place = useEditorPlace()
  const { locale } = useContentLocale()
  const sayTrashed = useSayTrashed()
  const titleNow = useTitleNow()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isGone = useDocumentState(({ view }) => view.isGone)
  const hasTrash = entity.kind === 'collection' && entity.trash

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

  if (asking === 'delete')
    return (
      <DeleteDialog
        docRef={document.getRef()}
        title={titleNow()}
        trash={hasTrash}
        busy={busy}
        onConfirm={() => void act(remove, true)}
        onCancel={onCancel}
      />
    )
  return (
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
        onPress: json.save,
        disabledReason: json.whyNotSave,
      }}
      onConfirm={() => void act(discard, isNew || isGone)}
      onCancel={onCancel}
    />
  )
}

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
