import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './note.module.css'

export type NoteProps = {
  tone?: 'plain' | 'warn' | 'bad'
  icon?: LucideIcon
  title?: string
  children?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
  /** Element id, for links to the note. */
  id?: string
}

/** A boxed remark in place: signed out, not on this computer, not saved. */
export function Note({ tone = 'plain', icon, title, children, action, role, id }: NoteProps) {
  return (
    <div
      id={id}
      role={role}
      className={cx(styles['note'], styles[tone], action !== undefined && styles['with-action'])}
    >
      {icon !== undefined && <Icon icon={icon} />}
      <div className={styles['text']}>
        {title !== undefined && <b>{title} </b>}
        {children}
      </div>
      {action}
    </div>
  )
}
