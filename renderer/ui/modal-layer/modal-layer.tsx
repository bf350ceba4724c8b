import { useRef, type CSSProperties, type ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components'
import { cx } from '../class-names.ts'
import { pressPrimary } from '../focus/press-primary.ts'
import { useFirstFocus } from '../focus/use-first-focus.ts'
import { useReturnFocus } from '../focus/use-return-focus.ts'
import styles from './modal-layer.module.css'

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
 * buttons and the place to move the window by stay free. The rule of focus is kept here (docs/architecture.md): in what
 * is marked `data-body` it finds the first field, in `data-actions` the button that Enter presses.
 */
export function ModalLayer(props: ModalLayerProps) {
  const { onClose } = props
  const sheet = useRef<HTMLDivElement>(null)
  useReturnFocus()
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
