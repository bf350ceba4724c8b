import { PencilLine, type LucideIcon } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { OutboxDocument } from '../../../shared/ipc.ts'
import type { OutboxEntry, Problem } from '../../../shared/sync/entry.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { Moment } from '../../ui/moment/moment.tsx'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { MarginBar } from '../../ui/margin-bar/margin-bar.tsx'
import { Pill } from '../../ui/pill/pill.tsx'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import { EntryState, entryBar, entryStateWords, type EntryStateWords } from './entry-state.tsx'
import { changedFields, entityLabel, modeIcon, modeWords, MOVE } from '../../unsent/entry-words.ts'
import { draftItem } from './outbox-items.ts'
import styles from './outbox-screen.module.css'

export type OutboxGroupProps = {
  document: OutboxDocument
  title: string
  titleOf: (id: string) => string | null
  /** The entry whose details are shown, by its key, or the draft. */
  selected: string | null
  onSelect: (key: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

const goneProblem: Problem = { code: 'gone', message: '', status: null, fields: [], conflicts: [] }

/** A document with its entries in the order in which they leave, and its moves. */
export function OutboxGroup({ document, title, titleOf, selected, onSelect, onKeyDown }: OutboxGroupProps) {
  const { t, label } = useT()
  const schema = useSchema()
  const { ref, entries, moves } = document
  const shared = { selected, onSelect, onKeyDown }
  return (
    <section className={styles['group']}>
      <h2 className={styles['group-head']}>
        <span className={styles['entity']}>{entityLabel(schema, ref, label)}</span>
        <Link to={adminRoutes.document(ref)} className={styles['title']} dir="auto">
          {title}
        </Link>
        {document.isNew && <Pill tone="outline">{t('galley:sync.new')}</Pill>}
      </h2>
      <ol aria-label={t('galley:sync.entries', { title })}>
        {entries.map((entry, index) => (
          <li key={entry.key}>
            <QueuedButton
              {...shared}
              queued={entry}
              number={index + 1}
              icon={modeIcon(entry)}
              words={entryStateWords(entry, entries.slice(0, index), titleOf, t)}
            >
              <span className={styles['trunc']}>
                {modeWords(entry, t)}{' '}
                <span className={styles['fields']}>
                  {changedFields(entry, schema, { t, label }).join(', ')}
                </span>
              </span>
              {entry.changes.length > 0 && entry.locale !== null && schema.localization !== null && (
                <LocaleBadge code={entry.locale} />
              )}
            </QueuedButton>
          </li>
        ))}
        {moves.map((queued) => (
          <li key={queued.key}>
            <QueuedButton
              {...shared}
              queued={queued}
              number={null}
              icon={modeIcon(MOVE)}
              words={entryStateWords({ ...queued, waitsFor: [] }, [], titleOf, t)}
            >
              <span className={styles['trunc']}>{modeWords(MOVE, t)}</span>
            </QueuedButton>
          </li>
        ))}
        {document.hasDraft && (
          <li>
            <DraftButton {...shared} document={document} />
          </li>
        )}
      </ol>
    </section>
  )
}

type SelectProps = Pick<OutboxGroupProps, 'selected' | 'onSelect' | 'onKeyDown'>

type QueuedButtonProps = SelectProps & {
  queued: Pick<OutboxEntry, 'key' | 'state' | 'problem' | 'createdAt'>
  /** Position in the order of sending; null for a move. */
  number: number | null
  icon: LucideIcon
  words: EntryStateWords
  children: ReactNode
}

/** The button of an entry or a move; `children`: its action as text. */
function QueuedButton(props: QueuedButtonProps) {
  const { queued, number, icon, words, selected, onSelect, onKeyDown, children } = props
  const on = queued.key === selected
  return (
    <button
      type="button"
      data-entry={queued.key}
      aria-current={on ? 'true' : undefined}
      tabIndex={on ? 0 : -1}
      className={cx(styles['entry'], on && styles['on'])}
      onClick={() => onSelect(queued.key)}
      onKeyDown={onKeyDown}
    >
      <MarginBar state={entryBar(queued)} className={styles['bar']} />
      <span className={styles['number']}>{number}</span>
      <span className={styles['what']}>
        <Icon icon={icon} />
        {children}
      </span>
      <EntryState words={words} />
      <Moment iso={queued.createdAt} className={styles['time']} />
    </button>
  )
}

type DraftButtonProps = SelectProps & { document: OutboxDocument }

/** The button of edits that are in no entry yet. */
function DraftButton({ document: { ref, isGone }, selected, onSelect, onKeyDown }: DraftButtonProps) {
  const { t } = useT()
  const draft = draftItem(ref)
  const draftState = isGone
    ? ({ kind: 'failed', problem: goneProblem } as const)
    : ({ kind: 'on-this-computer' } as const)
  return (
    <button
      type="button"
      data-entry={draft}
      aria-current={draft === selected ? 'true' : undefined}
      tabIndex={draft === selected ? 0 : -1}
      className={cx(styles['entry'], draft === selected && styles['on'])}
      onClick={() => onSelect(draft)}
      onKeyDown={onKeyDown}
    >
      <MarginBar state={isGone ? 'invalid' : 'edited'} className={styles['bar']} />
      <span className={styles['number']} />
      <span className={styles['what']}>
        <Icon icon={PencilLine} />
        <span className={styles['trunc']}>{t('galley:sync.draft')}</span>
      </span>
      <SyncState state={draftState} compact />
    </button>
  )
}
