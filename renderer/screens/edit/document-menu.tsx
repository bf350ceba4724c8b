import { ClipboardCopy, Copy, Ellipsis, FileDown, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { callReason } from '../../data/call-reason.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useCan } from '../../data/schema-context.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { MenuButton, type MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { draftText } from '../outbox/use-unsent-actions.tsx'
import { useExport } from '../outbox/use-export.ts'
import { useEditorPlace } from './editor-place.ts'
import { useDocumentTitle } from './use-document-title.ts'
import { useOwnCreateAgain } from './use-own-create-again.ts'

/** What is done with the document as a whole: duplicate, take a copy out, give up what is unsent, delete (U3). */
export function DocumentMenu({ session }: { session: DocumentSession }) {
  const { t } = useT()
  const document = useDocument()
  const { entity } = document
  const can = useCan()
  const toast = useToast()
  const place = useEditorPlace()
  const { locale } = useContentLocale()
  const title = useDocumentTitle()
  const createAgain = useOwnCreateAgain(session)
  const { copy, save } = useExport()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isGone = useDocumentState(({ view }) => view.isGone)
  const dirty = useDocumentState((one) => one.dirty)
  const entries = useDocumentState(({ view }) => view.entries)
  const [asking, setAsking] = useState<'discard' | 'delete' | null>(null)
  const [busy, setBusy] = useState(false)

  const isSending = entries.some(({ state }) => state === 'sending')
  const beingSent = isSending ? t('galley:edit.menu.beingSent') : null
  const isCollection = entity.kind === 'collection'
  const text = async () => draftText(title, document.getRef(), document.changes(), document.data())

  async function act(work: () => Promise<unknown>, leaves: boolean): Promise<void> {
    setBusy(true)
    try {
      await work()
      setAsking(null)
      if (leaves && isCollection) await place.leave(entity.slug)
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    } finally {
      setBusy(false)
    }
  }

  const items: MenuItemSpec[] = []
  if (isCollection && can('collection', entity.slug, 'create')) {
    items.push({
      id: 'duplicate',
      label: t(isGone ? 'galley:sync.createAgain' : 'general:duplicate'),
      icon: Copy,
      onAction: () => void act(createAgain, false),
    })
  }
  items.push(
    { id: 'copy', label: t('galley:sync.copyJson'), icon: ClipboardCopy, onAction: () => void copy(text) },
    { id: 'export', label: t('galley:sync.export'), icon: FileDown, onAction: () => void save(title, text) },
    {
      id: 'discard',
      label: t(isNew ? 'galley:edit.menu.discardNew' : 'galley:edit.menu.discardEdits'),
      icon: Undo2,
      danger: true,
      disabledReason:
        beingSent ?? (isNew || dirty || entries.length > 0 ? null : t('galley:edit.menu.nothing')),
      onAction: () => setAsking('discard'),
    },
  )
  if (isCollection && !isNew && !isGone) {
    const isDeleting = entries.some(({ mode }) => mode === 'delete')
    items.push({
      id: 'delete',
      label: t('galley:edit.menu.delete'),
      icon: Trash2,
      danger: true,
      disabledReason: can('collection', entity.slug, 'delete')
        ? (beingSent ?? (isDeleting ? t('galley:edit.menu.deleting') : null))
        : t('galley:edit.notAllowed'),
      onAction: () => setAsking('delete'),
    })
  }

  return (
    <>
      <MenuButton icon={Ellipsis} label={t('galley:edit.menu.label')} items={items} />
      {asking === 'discard' && (
        <ConfirmDialog
          danger
          title={t(isNew ? 'galley:sync.discardNewTitle' : 'galley:edit.menu.discardTitle', { title })}
          body={t(isNew ? 'galley:sync.discardDraftNew' : 'galley:edit.menu.discardBody')}
          confirmLabel={t('galley:sync.discardConfirm')}
          busyLabel={busy ? `${t('galley:sync.discardConfirm')}...` : null}
          extra={{ label: t('galley:sync.export'), onPress: () => void save(title, text) }}
          onConfirm={() => void act(session.discard, isNew || isGone)}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          danger
          title={t('galley:edit.menu.deleteTitle', { title })}
          body={t('galley:edit.menu.deleteBody')}
          confirmLabel={t('general:delete')}
          busyLabel={busy ? `${t('general:delete')}...` : null}
          onConfirm={() => void act(() => session.remove(locale), true)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}
