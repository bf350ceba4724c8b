import { ChevronDown, ChevronUp, CircleAlert } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../icon/icon.tsx'
import { Pill } from '../pill/pill.tsx'
import styles from './collapsible-box.module.css'

export type CollapsibleBoxProps = {
  label: ReactNode
  labelId?: string
  defaultOpen?: boolean
  /** Controls the state together with `onOpenChange`. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Shown while closed. */
  errorCount?: number
  /** Shown at the end of the head, next to the button. */
  end?: ReactNode
  children: ReactNode
}

/** A box with content that can be folded; the folded box shows the number of hidden errors. */
export function CollapsibleBox(props: CollapsibleBoxProps) {
  const { t } = useT()
  const { defaultOpen = true, errorCount = 0 } = props
  const [own, setOwn] = useState(defaultOpen)
  const open = props.open ?? own
  const setOpen = (next: boolean) => {
    setOwn(next)
    props.onOpenChange?.(next)
  }
  const id = useId()
  return (
    <div className={styles['box']}>
      <div className={styles['head']}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={styles['toggle']}
        >
          <span id={props.labelId} className={styles['label']}>
            {props.label}
          </span>
          {!open && errorCount > 0 && (
            <Pill tone="bad" icon={CircleAlert}>
              {t('galley:app.errorCount', { count: errorCount })}
            </Pill>
          )}
          <Icon icon={open ? ChevronUp : ChevronDown} />
        </button>
        {props.end}
      </div>
      {/* Hidden, not unmounted, so that open boxes inside stay open. */}
      <div id={id} hidden={!open} className={styles['body']}>
        {props.children}
      </div>
    </div>
  )
}
