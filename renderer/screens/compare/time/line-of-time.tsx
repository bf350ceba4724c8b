import { Minus, Plus } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { ON_SCREEN } from '../../../../shared/cms/routes.ts'
import { versionLabel } from '../../../../shared/document/version-label.ts'
import type { VersionRow, VersionsPage } from '../../../../shared/ipc.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { useSchema } from '../../../data/schema-context.tsx'
import type { VersionNames } from '../../../data/version-names.ts'
import { useT } from '../../../i18n/use-t.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { tooltipProps } from '../../../ui/tooltip/tooltip-props.ts'
import styles from './line-of-time.module.css'

type LineOfTimeProps = {
  /** Oldest first. */
  versions: readonly VersionRow[]
  /** The versions page, for labels; null: not read yet. */
  page: VersionsPage | null
  names: VersionNames
  /** Id of the version in the address, or `ON_SCREEN`. */
  viewed: string
  /** Null: none. */
  comparedWith: string | null
  /** True if the unsaved document is shown behind the newest version. */
  withScreen: boolean
  onView: (id: string) => void
}

/**
 * The versions of a document on a time line, the newest at the end; longer pauses are longer pieces. Arrow keys, Home
 * and End select another one; a held key selects the first that it reaches and, once released, the last.
 */
export function LineOfTime(props: LineOfTimeProps) {
  const { versions, viewed, comparedWith, onView } = props
  const { t, dir } = useT()
  const list = useViewedInSight(viewed, versions.at(-1)?.id)
  /** The version reached by a held key. */
  const held = useRef<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  /** True if the focus is visible, so that its tooltip shows. */
  const [isSeen, setSeen] = useState(false)

  const stops = useStops(props)
  const ids = stops.map(({ id }) => id)
  // Tab focuses the viewed version, or the last one if that is not on the line.
  const current = [focused, viewed].find((id) => id !== null && ids.includes(id)) ?? ids.at(-1)

  function onKeyDown(event: KeyboardEvent): void {
    const at = ids.indexOf(current ?? '')
    const forwards = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backwards = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const next = { [backwards]: at - 1, [forwards]: at + 1, Home: 0, End: ids.length - 1 }[event.key]
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const id = ids[next]
    if (id === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-version="${CSS.escape(id)}"] > *`)?.focus()
    if (event.repeat) held.current = id
    else if (id !== viewed) onView(id)
  }
  function onKeyUp(): void {
    const id = held.current
    held.current = null
    if (id !== null && id !== viewed) onView(id)
  }

  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={-1}
      aria-label={t('galley:compare.time')}
      aria-orientation="horizontal"
      className={styles['line']}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onClick={({ target }) => {
        const stop = target instanceof Element ? target.closest('[data-version]') : null
        const id = stop?.getAttribute('data-version') ?? viewed
        if (id !== viewed) onView(id)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        setFocused(null)
        onKeyUp()
      }}
    >
      {stops.map((stop) => (
        <StopOnLine
          key={stop.id}
          stop={stop}
          isViewed={stop.id === viewed}
          isCompared={stop.id === comparedWith}
          inTabOrder={stop.id === current}
          showsFocus={stop.id === focused && isSeen}
          onFocus={(isVisible) => {
            setFocused(stop.id)
            setSeen(isVisible)
          }}
        />
      ))}
    </div>
  )
}

/** Returns the ref of the line, which is scrolled to the viewed version. `last`: id of the newest one. */
function useViewedInSight(viewed: string, last: string | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const line = list.current
    const stop = line?.querySelector(`[data-version="${CSS.escape(viewed)}"]`)
    if (line === null || stop == null || last === undefined) return
    const [all, own] = [line.getBoundingClientRect(), stop.getBoundingClientRect()]
    // Scrolls only the line.
    line.scrollLeft += Math.min(0, own.left - all.left) + Math.max(0, own.right - all.right)
  }, [viewed, last])
  return list
}

type Stop = {
  id: string
  /** Length of the piece before it. */
  pause: number
  isPublished: boolean
  words: readonly (string | false | null)[]
}

/** Returns the versions of the line with their words; the unsaved document is the last. */
function useStops({ versions, page, names, comparedWith, withScreen }: LineOfTimeProps): Stop[] {
  const { t, label, formatDate } = useT()
  const { localization } = useSchema()
  const { locale } = useContentLocale()
  const nameOf = (code: string | null) =>
    code !== null && (label(localization?.locales.find((one) => one.code === code)?.label ?? null) || code)
  return [
    ...versions.map((version, at) => ({
      id: version.id,
      pause: pauseBetween(versions[at - 1], version),
      isPublished: version.status === 'published',
      words: [
        formatDate(version.updatedAt),
        version.status !== null &&
          page !== null &&
          t(`version:${versionLabel({ version, ...page, locale }).key}`),
        nameOf(version.publishedLocale),
        names.of(version.id),
        version.id === comparedWith && t('galley:compare.comparedNow'),
      ],
    })),
    ...(withScreen
      ? [{ id: ON_SCREEN, pause: 1, isPublished: false, words: [t('galley:compare.onScreen')] }]
      : []),
  ]
}

type StopProps = {
  stop: Stop
  isViewed: boolean
  isCompared: boolean
  inTabOrder: boolean
  /** True if it has the focus and shows it. */
  showsFocus: boolean
  /** `isVisible`: the browser shows the focus. */
  onFocus: (isVisible: boolean) => void
}

/** A version on the line, as a dot after its pause. */
function StopOnLine({ stop, isViewed, isCompared, inTabOrder, showsFocus, onFocus }: StopProps) {
  const { id, pause, isPublished } = stop
  const words = stop.words.filter(Boolean).join(', ')
  return (
    <div role="none" data-version={id} className={styles['stop']} style={{ flexGrow: pause }}>
      <div
        {...tooltipProps(words)}
        {...(showsFocus && { 'data-focus-visible': '' })}
        role="option"
        aria-selected={isViewed}
        aria-label={words}
        tabIndex={inTabOrder ? 0 : -1}
        className={styles['place']}
        onFocus={({ currentTarget }) => onFocus(currentTarget.matches(':focus-visible'))}
      >
        <span
          className={cx(
            styles['dot'],
            isPublished && styles['published'],
            isCompared && styles['compared'],
            isViewed && styles['viewed'],
          )}
        >
          {isViewed ? <Icon icon={Plus} size="small" /> : isCompared && <Icon icon={Minus} size="small" />}
        </span>
      </div>
    </div>
  )
}

/** Returns the length of a piece: a minute, an hour, a day and a month are about as 1, 2, 3 and 4. */
function pauseBetween(before: VersionRow | undefined, { updatedAt }: VersionRow): number {
  if (before === undefined) return 0
  const minutes = (Date.parse(updatedAt) - Date.parse(before.updatedAt)) / 60_000
  return 1 + Math.log10(1 + Math.max(0, minutes))
}
