import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { leadingTo, type AskedField } from '../../data/asked-field.ts'
import type { DocState } from '../../../shared/sync/entry.ts'
import { LockMark } from '../../ui/lock-mark/lock-mark.tsx'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import styles from './dashboard-screen.module.css'

export type LineProps = {
  /** null: it is being read; its place is kept. */
  title: string | null
  to: string
  /** The field that the link leads to. */
  field?: AskedField | null
  onOpen?: () => void
  state: DocState | null
  /** Who else is at the document. */
  lockedBy: string | null
  /** What it is called that it is one of. */
  kind: string | null
  when: ReactNode
  action?: ReactNode
}

/** A document in a card: its title leads to it. */
export function Line({ title, to, field = null, onOpen, state, lockedBy, kind, when, action }: LineProps) {
  if (title === null) return <li aria-hidden="true" />
  return (
    <li>
      <Link
        to={to}
        {...(field !== null && { state: leadingTo(field) })}
        {...(onOpen !== undefined && { onClick: onOpen })}
        className={styles['link']}
      >
        <bdi>{title}</bdi>
      </Link>
      {lockedBy !== null && <LockMark name={lockedBy} />}
      {state !== null && (
        <span className={styles['state']}>
          <SyncState state={state} compact />
        </span>
      )}
      {kind !== null && <span className={styles['place']}>{kind}</span>}
      <span className={styles['ago']}>{when}</span>
      {action}
    </li>
  )
}
