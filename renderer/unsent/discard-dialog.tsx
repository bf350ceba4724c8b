import type { OutboxDocument } from '../../shared/ipc.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { useT } from '../i18n/use-t.ts'
import { ConfirmDialog } from '../ui/confirm-dialog/confirm-dialog.tsx'
import { modeWords } from './entry-words.ts'

export type DiscardDialogProps = {
  entry: OutboxEntry
  document: Pick<OutboxDocument, 'entries'>
  title: string
  /** Names of the fields that the entry would change. */
  fields: string[]
  busy: boolean
  onExport: () => void
  whyNotExport: string | null
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before unsent edits are lost, and says which; they can be exported first (SY10). */
export function DiscardDialog(props: DiscardDialogProps) {
  const { entry, document, title, fields } = props
  const { t } = useT()
  // Discarding the creation of a document discards all its entries.
  const whole = entry.create
  const body = whole
    ? t('galley:sync.discardNewBody', { number: document.entries.length })
    : fields.length === 0
      ? t('galley:sync.discardBodyPlain', { mode: modeWords(entry, t) })
      : t('galley:sync.discardBody', { fields: fields.join(', ') })
  // A save in several locales makes an entry per locale; they are discarded together.
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
