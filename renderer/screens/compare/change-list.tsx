import { memo, startTransition, useEffect, useRef, useState, type RefObject } from 'react'
import { useCommand } from '../../commands/use-commands.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { KeyCap } from '../../ui/key-cap/key-cap.tsx'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { isStop, type ChangeEntry } from './change-entries.ts'
import styles from './change-list.module.css'
import { ChangeTag } from './change-tag.tsx'
import { useCompare } from './compare-context.tsx'
import { groupLabel, rowLabelText, rowTags, valueLabel, type RowTag } from './part-words.ts'

type ChangeListProps = { entries: readonly ChangeEntry[]; scroll: RefObject<HTMLDivElement | null> }

/** So many are in the first frame. */
const FIRST = 30

/** Everything that differs, to be walked through: by pressing, or with N and P. */
export const ChangeList = memo(function ChangeList({ entries, scroll }: ChangeListProps) {
  const { t } = useT()
  const { fold } = useCompare()
  const [current, setCurrent] = useState<string | null>(null)
  const list = useRef<HTMLElement>(null)
  const [isAll, setAll] = useState(entries.length <= FIRST)
  useEffect(() => {
    if (isAll) return undefined
    const frame = requestAnimationFrame(() => startTransition(() => setAll(true)))
    return () => cancelAnimationFrame(frame)
  }, [isAll])

  function goTo({ part, within }: ChangeEntry): void {
    setCurrent(part.key)
    fold(within, false)
    // What was folded is there in the next frame.
    requestAnimationFrame(() => {
      const place = scroll.current?.querySelector(`[data-part="${CSS.escape(part.key)}"]`)
      if (!(place instanceof HTMLElement)) return
      place.scrollIntoView?.({ block: place.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
      place.focus({ preventScroll: true })
      list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
    })
  }
  function step(by: 1 | -1): void {
    const stops = entries.filter(isStop)
    const at = stops.findIndex(({ part }) => part.key === current)
    const next = at === -1 ? (by === 1 ? 0 : stops.length - 1) : at + by
    const entry = stops[next]
    if (entry !== undefined) goTo(entry)
  }
  useCommand({ id: 'compare.next', title: 'galley:compare.next', shortcut: 'N', run: () => step(1) })
  useCommand({ id: 'compare.previous', title: 'galley:compare.previous', shortcut: 'P', run: () => step(-1) })

  return (
    <aside ref={list} aria-label={t('galley:compare.list')} className={styles['list']}>
      <p className={styles['title']}>
        <span>{t('galley:compare.list')}</span>
        <span className={styles['count']}>{entries.filter(isStop).length}</span>
      </p>
      <ul className={styles['entries']}>
        {(isAll ? entries : entries.slice(0, FIRST)).map((entry) => (
          <Entry
            key={entry.part.key}
            entry={entry}
            isCurrent={entry.part.key === current}
            onPress={() => goTo(entry)}
          />
        ))}
      </ul>
      <p className={styles['keys']}>
        <KeyCap shortcut="N" /> {t('galley:compare.next')} <KeyCap shortcut="P" />{' '}
        {t('galley:compare.previous')}
      </p>
    </aside>
  )
})

function Entry({
  entry,
  isCurrent,
  onPress,
}: {
  entry: ChangeEntry
  isCurrent: boolean
  onPress: () => void
}) {
  const words = useT()
  const { part, depth } = entry
  const text =
    part.kind === 'value'
      ? valueLabel(part, words)
      : part.kind === 'group'
        ? groupLabel(part, words)
        : part.kind === 'row'
          ? rowLabelText(part, words)
          : words.label(part.field.label) || part.field.name
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        className={cx(styles['entry'])}
        style={{ paddingInlineStart: `${0.5 + Math.min(depth, 6) * 0.75}rem` }}
        onClick={onPress}
      >
        <span className={styles['text']}>{text}</span>{' '}
        {part.kind !== 'row' && part.locale !== null && <LocaleBadge code={part.locale} />}{' '}
        {tagsOf(entry).map((tag) => (
          <ChangeTag key={tag.kind} tag={tag} iconOnly />
        ))}
      </button>
    </li>
  )
}

function tagsOf({ part }: ChangeEntry): RowTag[] {
  if (part.kind === 'row') return rowTags(part)
  if (part.kind !== 'value') return [{ kind: 'changed' }]
  return [{ kind: part.before === null ? 'added' : part.after === null ? 'removed' : 'changed' }]
}
