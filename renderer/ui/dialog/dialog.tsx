import type { ReactNode } from 'react'
import { Dialog as RacDialog, Heading } from 'react-aria-components'
import { cx } from '../class-names.ts'
import { ModalLayer } from '../modal-layer/modal-layer.tsx'
import styles from './dialog.module.css'

export type DialogProps = {
  /** The question of a dialog that asks for a decision, else the name of the action. */
  title: string
  children: ReactNode
  /** Buttons at the end, the main one last. */
  actions?: ReactNode
  /** Shown at the start of the button row, such as Export or a link. */
  startAction?: ReactNode
  /** Called on Escape, and on a press outside unless it is an alert dialog or `persistent`. */
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  /** True if a press outside does not close it, since it holds typed text. */
  persistent?: boolean
  /** 448 px; wide, for a picture, 720. */
  size?: 'normal' | 'wide'
}

/** A modal dialog over the still mounted screen; its width depends on `size`. */
export function Dialog(props: DialogProps) {
  const { role = 'dialog', persistent = false } = props
  return (
    <ModalLayer
      onClose={props.onClose}
      closesOutside={role === 'dialog' && !persistent}
      className={styles['scrim']}
      sheetClassName={cx(styles['modal'], props.size === 'wide' && styles['wide'])}
    >
      <RacDialog role={role} className={styles['dialog'] ?? ''}>
        <Heading slot="title" className={styles['title'] ?? ''}>
          {props.title}
        </Heading>
        <div data-body="" className={styles['body']}>
          {props.children}
        </div>
        {(props.actions !== undefined || props.startAction !== undefined) && (
          <div data-actions="" className={styles['actions']}>
            {props.startAction !== undefined && (
              <div className={cx(styles['start'])}>{props.startAction}</div>
            )}
            {props.actions}
          </div>
        )}
      </RacDialog>
    </ModalLayer>
  )
}
