import { useRef, type CSSProperties, type ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components'
import { cx } from '../class-names.ts'
import { pressPrimary, useFirstFocus, useReturnFocus } from '../focus/dialog-focus.ts'
import styles from './modal-layer.module.css'

type ModalLayerProps = {
  /** Class of the layer: position of the sheet, and the backdrop. */
  className?: string | undefined
  /** Class of the sheet. */
  sheetClassName?: string | undefined
  sheetStyle?: CSSProperties
  /** True if a press outside of the sheet closes it. */
  closesOutside: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * The layer of every dialog, drawer and palette. It covers the screen below the title bar, and keeps the focus rule
 * (docs/architecture.md): first field in `data-body`, Enter presses the button in `data-actions`.
 */
export function ModalLayer(props: ModalLayerProps) {
  const { onClose } = props
  const sheet = useRef<HTMLDivElement>(null)
  useReturnFocus(sheet)
  useFirstFocus(sheet)
  return (
    <ModalOverlay
      isOpen
      data-modal-layer=""
      isDismissable={props.closesOutside}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className={cx(styles['layer'], props.className)}
    >
      <Modal
        ref={sheet}
        className={props.sheetClassName ?? ''}
        {...(props.sheetStyle && { style: props.sheetStyle })}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It hears the keys of the inputs in it. */}
        <div className={styles['content']} onKeyDown={pressPrimary}>
          {props.children}
        </div>
      </Modal>
    </ModalOverlay>
  )
}
