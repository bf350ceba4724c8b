import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'

type QuestionProps = { count: number; busy: boolean; onCancel: () => void }

/** The question before documents are put back; with drafts, whether they are published with that. */
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
  /** Some of them may not be on the screen: a search or a filter hides them. */
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
