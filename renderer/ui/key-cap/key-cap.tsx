import { cx } from '../class-names.ts'
import styles from './key-cap.module.css'
import { formatShortcut, type Shortcut } from './shortcut.ts'

/** A shortcut, shown beside the name of its action. */
export function KeyCap({ shortcut, plain = false }: { shortcut: Shortcut; plain?: boolean }) {
  return (
    <kbd className={cx(styles.cap, plain && styles.plain)} dir="ltr">
      {formatShortcut(shortcut)}
    </kbd>
  )
}
