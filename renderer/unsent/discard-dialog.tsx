import type { OutboxDocument } from '../../shared/ipc.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { useT } from '../i18n/use-t.ts'
import { ConfirmDialog } from '../ui/confirm-dialog/confirm-dialog.tsx'
import { modeWords } from './entry-words.ts'

export type DiscardDialogProps = {
  entry: OutboxEntry
  document: Pick<OutboxDocument, 'entries'>
  title: string
  /** Names of the fields that it would change. */
  fields: string[]
  busy: boolean
  onExport: () => void
  whyNotExport: string | null
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before work is lost and says what; the work can be exported first (SY10). */
export function DiscardDialog(props: DiscardDialogProps) {
  const { entry, document, title, fields } = props
  const { t } = useT()
  // With the creation of a document everything that follows it goes as well.
  const whole = entry.create
  const body = whole
    ? t('galley:sync.discardNewBody', { number: document.entries.length })
    : fields.length === 0
      ? t('galley:sync.discardBodyPlain', { mode: modeWords(entry, t) })
      : t('galley:sync.discardBody', { fields: fields.join(', ') })
  // One save made them, one per language: they are one step.
  const others = document.entries.filter(
    (one) => entry.group !== null && one.group === entry.group && one.seq > entry.seq,
  )
  const locales = others.map(({ locale }) => locale).join(', ')
  const more = others.length > 0 && !whole ? ` ${t('galley:sync.discardGroup', { locales })}` : ''
  return (
    <ConfirmDialog
      danger
      title={t(whole ? 'galley:sync.discardNewTitle' : 'galley:sync.discardTitle', { title })}
      body={body + more}
      confirmLabel={t('galley:sync.discardConfirm')}
      busyLabel={props.busy ? `${t('galley:sync.discardConfirm')}...` : null}
      extra={{ label: t('galley:sync.export'), onPress: props.onExport, disabledReason: props.whyNotExport }}
      onConfirm={props.onConfirm}
      onCancel={props.onCancel}
    />
  )
}
