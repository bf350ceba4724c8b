import type { KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import type { OutboxDocument } from '../../../shared/ipc.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { MarginBar } from '../../ui/margin-bar/margin-bar.tsx'
import { Pill } from '../../ui/pill/pill.tsx'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import { EntryState, entryBar, entryStateWords } from './entry-state.tsx'
import { changedFields, entityLabel, modeIcon, modeWords } from './entry-words.ts'
import styles from './outbox-screen.module.css'

export type OutboxGroupProps = {
  document: OutboxDocument
  title: string
  titleOf: (id: string) => string | null
  /** Key of the entry whose details are shown. */
  selected: string | null
  onSelect: (key: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

/** A document with its entries in the order in which they leave. */
export function OutboxGroup({ document, title, titleOf, selected, onSelect, onKeyDown }: OutboxGroupProps) {
  const { t, label, formatTime, formatDate } = useT()
  const schema = useSchema()
  const { ref, entries } = document
  const href = adminRoutes.document(ref)
  return (
    <section className={styles['group']}>
      <h2 className={styles['group-head']}>
        <span className={styles['entity']}>{entityLabel(schema, ref, label)}</span>
        <Link to={href} className={styles['title']} dir="auto">
          {title}
        </Link>
        {document.isNew && <Pill tone="outline">{t('galley:sync.new')}</Pill>}
      </h2>
      {entries.length === 0 && (
        <p className={styles['draft']}>
          <MarginBar state="edited" className={styles['bar']} />
          <SyncState state={document.state} compact />
          <span className={styles['fields']}>{t('galley:sync.draftHint')}</span>
        </p>
      )}
      <ol aria-label={t('galley:sync.entries', { title })}>
        {entries.map((entry, index) => {
          const words = entryStateWords(entry, entries.slice(0, index), titleOf, t)
          const on = entry.key === selected
          return (
            <li key={entry.key}>
              <button
                type="button"
                data-entry={entry.key}
                aria-current={on ? 'true' : undefined}
                tabIndex={on ? 0 : -1}
                className={cx(styles['entry'], on && styles['on'])}
                onClick={() => onSelect(entry.key)}
                onKeyDown={onKeyDown}
              >
                <MarginBar state={entryBar(entry)} className={styles['bar']} />
                <span className={styles['number']}>{index + 1}</span>
                <span className={styles['what']}>
                  <Icon icon={modeIcon(entry)} />
                  <span className={styles['trunc']}>
                    {modeWords(entry, t)}{' '}
                    <span className={styles['fields']}>
                      {changedFields(entry, schema, { t, label }).join(', ')}
                    </span>
                  </span>
                  {entry.changes.length > 0 && entry.locale !== null && schema.localization !== null && (
                    <LocaleBadge code={entry.locale} />
                  )}
                </span>
                <EntryState words={words} />
                <time
                  dateTime={entry.createdAt}
                  title={formatDate(entry.createdAt)}
                  className={styles['time']}
                >
                  {formatTime(entry.createdAt)}
                </time>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
