import { CloudOff, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { MAIN_HEADING_ID } from '../focus/focus-place.ts'
import styles from './message.module.css'

export type MessageProps = {
  kind: 'empty' | 'error' | 'offline' | 'not-found'
  title: string
  body?: ReactNode
  /** At most two buttons. */
  actions?: ReactNode
  /** True if it is the whole screen: large, in the middle, with the screen's h1. */
  page?: boolean
}

/** A message in place of content: what is missing, why, and the next step. Left-aligned, no illustration. */
export function Message({ kind, title, body, actions, page = false }: MessageProps) {
  const icon = kind === 'error' ? OctagonAlert : kind === 'offline' ? CloudOff : null
  return (
    <section
      className={cx(styles['message'], styles[kind], page && styles['page'])}
      role={kind === 'error' ? 'alert' : undefined}
    >
      <div className={styles['inner']}>
        {page ? (
          <h1 id={MAIN_HEADING_ID} tabIndex={-1} className={styles['large']}>
            {title}
          </h1>
        ) : (
          <p className={styles['title']}>
            {icon !== null && <Icon icon={icon} />}
            {title}
          </p>
        )}
        {body !== undefined && <div className={styles['body']}>{body}</div>}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
    </section>
  )
}
