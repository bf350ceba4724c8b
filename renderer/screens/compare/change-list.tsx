import { ArrowDown, ArrowUp, ChevronDown, ChevronUp } from 'lucide-react'
import { memo, useId, useMemo, useRef, useState, type RefObject } from 'react'
import { useCommand } from '../../commands/use-commands.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { KeyCap } from '../../ui/key-cap/key-cap.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { isStop, type ChangeEntry } from './change-entries.ts'
import styles from './change-list.module.css'
import { ChangeTag, groupLabel, rowLabelText, rowTags, valueLabel, type RowTag } from './part-words.tsx'
import { useCompare } from './compare-context.tsx'
import { MoreParts, useDrawn } from './drawn-parts.tsx'

type ChangeListProps = { entries: readonly ChangeEntry[]; scroll: RefObject<HTMLDivElement | null> }

/** Entries in the first frame. */
const FIRST = 30

/** The list of all differences, to go through by click, or with N and P. */
export const ChangeList = memo(function ChangeList({ entries, scroll }: ChangeListProps) {
  const { t } = useT()
  const list = useRef<HTMLElement>(null)
  /** State in a narrow window; otherwise the list is always open. */
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const drawn = useDrawn(entries, FIRST)

  const { stops, current, goTo, step } = useSteps(entries, { scroll, list })
  useCommand({ id: 'compare.next', title: 'galley:compare.next', shortcut: 'N', run: () => step(1) })
  useCommand({ id: 'compare.previous', title: 'galley:compare.previous', shortcut: 'P', run: () => step(-1) })

  return (
    <aside ref={list} aria-label={t('galley:compare.list')} className={styles['list']}>
      <p className={styles['title']}>
        <span>{t('galley:compare.list')}</span>
        <span className={styles['count']}>{stops.length}</span>
      </p>
      {/* Replaces the title in a narrow window, with the list folded behind it. */}
      <div className={styles['line']}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className={styles['toggle']}
          onClick={() => setOpen(!isOpen)}
        >
          {t('galley:compare.list')} <span className={styles['count']}>{stops.length}</span>
          <Icon icon={isOpen ? ChevronUp : ChevronDown} size="small" />
        </button>
        <IconButton
          icon={ArrowUp}
          label={t('galley:compare.previous')}
          shortcut="P"
          onPress={() => step(-1)}
        />
        <IconButton icon={ArrowDown} label={t('galley:compare.next')} shortcut="N" onPress={() => step(1)} />
      </div>
      <ul id={id} className={cx(styles['entries'], !isOpen && styles['folded'])}>
        {drawn.parts.map((entry) => (
          <Entry
            key={entry.part.key}
            entry={entry}
            isCurrent={entry.part.key === current}
            onPress={() => {
              setOpen(false)
              goTo(entry)
            }}
          />
        ))}
      </ul>
      <div className={cx(!isOpen && styles['folded'])}>
        <MoreParts of={drawn} />
      </div>
      <p className={styles['keys']}>
        <KeyCap shortcut="N" /> {t('galley:compare.next')} <KeyCap shortcut="P" />{' '}
        {t('galley:compare.previous')}
      </p>
    </aside>
  )
})

type Containers = { scroll: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> }

/** Goes from one difference to the next. `scroll`: the container of the documents; `list`: that of the entries. */
function useSteps(entries: readonly ChangeEntry[], { scroll, list }: Containers) {
  const { t } = useT()
  const { fold } = useCompare()
  const [current, setCurrent] = useState<string | null>(null)
  const stops = useMemo(() => entries.filter(isStop), [entries])

  function goTo(entry: ChangeEntry): void {
    const { part, within } = entry
    setCurrent(part.key)
    fold(within, false)
    // Unfolded parts are drawn in the next frame.
    requestAnimationFrame(() => {
      const placeOf = (key: string) => scroll.current?.querySelector(`[data-part="${CSS.escape(key)}"]`)
      // A very long list is not drawn completely; then the part's container is shown.
      const place = [part.key, ...within.toReversed()].map(placeOf).find((found) => found != null)
      if (!(place instanceof HTMLElement)) return
      place.scrollIntoView?.({ block: place.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' })
      place.focus({ preventScroll: true })
      const at = stops.indexOf(entry) + 1
      if (at > 0) announce(t('galley:compare.at', { at, total: stops.length }))
      list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
    })
  }
  function step(by: 1 | -1): void {
    const at = stops.findIndex(({ part }) => part.key === current)
    const next = at === -1 ? (by === 1 ? 0 : stops.length - 1) : at + by
    const entry = stops[next]
    if (entry !== undefined) goTo(entry)
  }
  return { stops, current, goTo, step }
}

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
