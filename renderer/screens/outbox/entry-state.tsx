import {
  ClockArrowUp,
  CloudUpload,
  CornerDownRight,
  GitCompareArrows,
  OctagonAlert,
  type LucideIcon,
} from 'lucide-react'
import type { OutboxDocument } from '../../../shared/ipc.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { MarginState } from '../../ui/margin-bar/margin-bar.tsx'
import { problemReason } from '../../ui/sync-state/sync-words.ts'
import type { EntryWords } from '../../unsent/entry-words.ts'
import tones from '../../ui/sync-state/sync-state.module.css'
import styles from './outbox-screen.module.css'

export type EntryStateWords = {
  icon: LucideIcon
  tone: 'fact' | 'moving' | 'decide' | 'failed'
  text: string
}

/**
 * Returns the state of an entry or a move as text. `before`: entries of the same document that are
 * sent earlier; `titleOf`: title of another new document by its temporary id, or null.
 */
export function entryStateWords(
  entry: Pick<OutboxEntry, 'state' | 'problem' | 'waitsFor'>,
  before: readonly OutboxEntry[],
  titleOf: (id: string) => string | null,
  t: EntryWords['t'],
): EntryStateWords {
  if (entry.state === 'parked') {
    const { problem } = entry
    if (problem === null)
      return { icon: OctagonAlert, tone: 'failed', text: t('galley:sync.state.failed', { reason: '' }) }
    if (problem.code !== 'conflict') {
      const text = t('galley:sync.state.failed', { reason: problemReason(problem, t) })
      return { icon: OctagonAlert, tone: 'failed', text }
    }
    const fields = problem.conflicts.length
    const text =
      fields > 1 ? t('galley:sync.state.conflictIn', { number: fields }) : t('galley:sync.state.conflict')
    return { icon: GitCompareArrows, tone: 'decide', text }
  }
  if (entry.problem !== null) {
    const text = t('galley:sync.state.failing', { reason: problemReason(entry.problem, t) })
    return { icon: OctagonAlert, tone: 'failed', text }
  }
  if (entry.state === 'sending')
    return { icon: CloudUpload, tone: 'moving', text: t('galley:sync.state.sending') }
  const blocker = before.findIndex((one) => one.state === 'parked')
  if (blocker >= 0)
    return {
      icon: CornerDownRight,
      tone: 'fact',
      text: t('galley:sync.state.after', { number: blocker + 1 }),
    }
  const [other] = entry.waitsFor
  const title = other === undefined ? null : titleOf(other)
  if (title !== null)
    return { icon: CornerDownRight, tone: 'fact', text: t('galley:sync.state.afterDocument', { title }) }
  if (entry.state === 'unknown')
    return { icon: ClockArrowUp, tone: 'moving', text: t('galley:sync.state.unknown') }
  return { icon: ClockArrowUp, tone: 'moving', text: t('galley:sync.state.waiting') }
}

export function entryBar(entry: Pick<OutboxEntry, 'state' | 'problem'>): MarginState {
  if (entry.state !== 'parked') return entry.problem === null ? 'waiting' : 'invalid'
  return entry.problem?.code === 'conflict' ? 'conflict' : 'invalid'
}

export function EntryState({ words }: { words: EntryStateWords }) {
  return (
    <span className={cx(tones['state'], tones[words.tone], styles['state'])}>
      <Icon icon={words.icon} flip={words.icon === CornerDownRight} />
      <span className={styles['trunc']} title={words.text}>
        {words.text}
      </span>
    </span>
  )
}

type TitledDocument = Pick<OutboxDocument, 'ref' | 'title'>

/** Returns a lookup of the titles of these documents by id; null for others. */
export function titleById(
  documents: readonly TitledDocument[],
  title: (document: TitledDocument) => string,
): (id: string) => string | null {
  return (id) => {
    const found = documents.find(({ ref }) => ref.kind === 'collection' && ref.id === id)
    return found === undefined ? null : title(found)
  }
}
