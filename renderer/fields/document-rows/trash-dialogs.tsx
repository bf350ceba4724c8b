import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'

type QuestionProps = { count: number; busy: boolean; onCancel: () => void }

/** Asks before documents are restored from the trash; with drafts, also if they are published. */
export function RestoreDialog({
  count,
  drafts,
  busy,
  onConfirm,
  onCancel,
}: QuestionProps & { drafts: boolean; onConfirm: (publish: boolean) => void }) {
  const { t } = useT()
  const [publish, setPublish] = useState(false)
  return (
    <ConfirmDialog
      title={t('galley:actions.trashList.restoreTitle', { count })}
      body={
        drafts ? (
          <>
            <span>{t('galley:actions.trashList.restoreBody')}</span>
            <Checkbox label={t('general:restoreAsPublished')} checked={publish} onChange={setPublish} />
          </>
        ) : (
          t('galley:actions.trashList.restoreBodyPlain')
        )
      }
      confirmLabel={t('general:restore')}
      busyLabel={busy ? t('general:restoring') : null}
      onConfirm={() => onConfirm(publish)}
      onCancel={onCancel}
    />
  )
}

export function DeleteForGoodDialog({
  count,
  busy,
  hidesSome = false,
  onConfirm,
  onCancel,
}: QuestionProps & {
  /** True if a search or filter hides some of the documents. */
  hidesSome?: boolean
  onConfirm: () => void
}) {
  const { t } = useT()
  return (
    <ConfirmDialog
      danger
      title={t('galley:actions.trashList.deleteTitle', { count })}
      body={
        <>
          {hidesSome && <span>{t('galley:actions.trashList.deleteHidden')}</span>}
          <span>{t('galley:actions.trashList.deleteBody')}</span>
        </>
      }
      confirmLabel={t('galley:actions.trashList.delete')}
      busyLabel={busy ? `${t('galley:actions.trashList.delete')}...` : null}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
