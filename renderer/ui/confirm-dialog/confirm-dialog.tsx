import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'

export type ConfirmDialogProps = {
  /** The question: `Discard 3 edits?` */
  title: string
  /** The consequence. */
  body: ReactNode
  /** The verb: `Discard`. */
  confirmLabel: string
  /** Cancel gets the focus, so that Enter destroys nothing. */
  danger?: boolean
  busyLabel?: string | null
  onConfirm: () => void
  onCancel: () => void
  /** A third button if work would be lost: Export. */
  extra?: { label: string; onPress: () => void; disabledReason?: string | null }
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useT()
  const { danger = false } = props
  return (
    <Dialog
      role="alertdialog"
      title={props.title}
      onClose={props.onCancel}
      startAction={
        props.extra && (
          <Button
            variant="quiet"
            disabledReason={props.extra.disabledReason ?? null}
            onPress={props.extra.onPress}
          >
            {props.extra.label}
          </Button>
        )
      }
      actions={
        <>
          <Button autoFocus={danger} onPress={props.onCancel}>
            {t('general:cancel')}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            autoFocus={!danger}
            busyLabel={props.busyLabel ?? null}
            onPress={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.body}
    </Dialog>
  )
}
