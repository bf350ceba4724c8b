import type { CSSProperties, ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components'
import { cx } from '../class-names.ts'
import styles from './modal-layer.module.css'
import { useReturnFocus } from './use-return-focus.ts'

type ModalLayerProps = {
  /** Where the sheet lies, and what is between it and the screen. */
  className?: string | undefined
  /** Of the sheet. */
  sheetClassName?: string | undefined
  sheetStyle?: CSSProperties
  /** A press beside the sheet closes it. */
  closesOutside: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * What every dialog, drawer and palette lies on: it covers the screen below the title bar, so that the system's window
 * buttons and the place to move the window by stay free. Focus goes back to the opener on closing.
 */
export function ModalLayer(props: ModalLayerProps) {
  const { onClose } = props
  useReturnFocus()
  return (
    <ModalOverlay
      isOpen
      isDismissable={props.closesOutside}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className={cx(styles['layer'], props.className)}
    >
      <Modal className={props.sheetClassName ?? ''} {...(props.sheetStyle && { style: props.sheetStyle })}>
        {props.children}
      </Modal>
    </ModalOverlay>
  )
}
