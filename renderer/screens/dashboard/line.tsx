import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { leadingTo, type AskedField } from '../../data/page-state.ts'
import type { DocState } from '../../../shared/sync/entry.ts'
import { LockMark } from '../../ui/lock-mark/lock-mark.tsx'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import styles from './dashboard-screen.module.css'

export type LineProps = {
  /** Null while it is read; space is reserved for it. */
  title: string | null
  to: string
  /** The field that the link reveals. */
  field?: AskedField | null
  onOpen?: () => void
  state: DocState | null
  /** Name of the lock holder. */
  lockedBy: string | null
  /** Label of its collection or global. */
  kind: string | null
  when: ReactNode
  action?: ReactNode
}

/** A document in a card, linked by its title. */
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
