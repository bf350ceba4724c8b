import { X } from 'lucide-react'
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { announce } from '../live-region/announce.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './chips.module.css'

export type ChipsProps = {
  /** Labels of the values, in order. */
  labels: readonly string[]
  /** Accessible name of the list. */
  'aria-labelledby': string | undefined
  onRemove?: ((index: number) => void) | undefined
  /** `to`: index after the removal. Without `onMove` the order cannot be changed. */
  onMove?: ((from: number, to: number) => void) | undefined
  /** Moves the focus on from the last chip, or when none is left. */
  onLeave?: (() => void) | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  lang?: string | undefined
  /** Set to a function that focuses a chip, for the input next to them. */
  focusRef?: { current: ((index: number) => void) | null }
}

type Drop = { index: number; after: boolean }

/**
 * A row of values with one Tab stop: arrows move the focus, Delete and Backspace remove, Alt with an arrow moves the
 * value; the pointer drags.
 */
export function Chips(props: ChipsProps) {
  const { labels, onRemove, onMove, onLeave } = props
  const { t } = useT()
  const help = useId()
  const list = useRef<HTMLUListElement>(null)
  const { stop, setCurrent, focusAt, focusLater } = useChipFocus(list, props)

  const remove = (index: number) => {
    if (onRemove === undefined) return
    focusLater(index)
    announce(t('galley:inputs.chips.removed', { label: labels[index] ?? '' }))
    onRemove(index)
  }
  const move = (from: number, to: number) => {
    if (onMove === undefined || to < 0 || to >= labels.length || to === from) return
    focusLater(to)
    announce(
      t('galley:inputs.chips.moved', { label: labels[from] ?? '', place: to + 1, count: labels.length }),
    )
    onMove(from, to)
  }

  const { dragged, drop, dragHandlers } = useChipDrag(move)
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const forward = isForward(event)
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else if (forward !== null && event.altKey) move(index, index + (forward ? 1 : -1))
    else if (forward === false) focusAt(Math.max(0, index - 1))
    else if (forward === true && index < labels.length - 1) focusAt(index + 1)
    else if (forward === true) onLeave?.()
    else if (event.key === 'Home') focusAt(0)
    else if (event.key === 'End') focusAt(labels.length - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <ul
        ref={list}
        className={styles['chips']}
        aria-labelledby={props['aria-labelledby']}
        aria-describedby={onRemove === undefined ? undefined : help}
      >
        {labels.map((label, index) => (
          <Chip
            // A text may occur twice.
            key={`${label}-${index}`}
            label={label}
            className={cx(
              dragged === index && styles['dragged'],
              drop?.index === index && dragged !== null && styles[drop.after ? 'after' : 'before'],
            )}
            {...(onMove !== undefined && labels.length > 1 && { handlers: dragHandlers(index) })}
            isStop={index === stop}
            onFocus={() => setCurrent(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onRemove={onRemove === undefined ? undefined : () => remove(index)}
            dir={props.dir}
            lang={props.lang}
          />
        ))}
      </ul>
      {onRemove !== undefined && labels.length > 0 && (
        <VisuallyHidden>
          <span id={help}>
            {t(onMove === undefined ? 'galley:inputs.chips.help' : 'galley:inputs.chips.helpMove')}
          </span>
        </VisuallyHidden>
      )}
    </>
  )
}

/** The focus in the row of chips. `stop`: index of the chip that is the Tab stop. */
function useChipFocus(
  list: RefObject<HTMLUListElement | null>,
  { labels, onLeave, focusRef }: Pick<ChipsProps, 'labels' | 'onLeave' | 'focusRef'>,
) {
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number | null>(null)
  const stop = Math.min(current, labels.length - 1)

  const focusAt = (index: number) => {
    setCurrent(index)
    list.current?.querySelectorAll<HTMLButtonElement>('[data-chip]')[index]?.focus()
  }
  // The focus follows a chip that was moved, or goes to the next one.
  useLayoutEffect(() => {
    if (focusRef) focusRef.current = focusAt
    if (wanted.current === null) return
    const index = Math.min(wanted.current, labels.length - 1)
    wanted.current = null
    if (index < 0) onLeave?.()
    else focusAt(index)
  })

  const focusLater = (index: number) => {
    wanted.current = index
  }
  return { stop, setCurrent, focusAt, focusLater }
}

type ChipProps = Pick<ChipsProps, 'dir' | 'lang'> & {
  label: string
  className: string
  /** Handlers of drags; absent if the chip cannot be dragged. */
  handlers?: ReturnType<ReturnType<typeof useChipDrag>['dragHandlers']>
  /** True if it is the Tab stop of the row. */
  isStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onRemove: (() => void) | undefined
}

function Chip({ label, onRemove, ...props }: ChipProps) {
  const { t } = useT()
  return (
    <li className={cx(styles['item'], props.className)} {...props.handlers}>
      <button
        type="button"
        data-chip=""
        className={styles['name']}
        tabIndex={props.isStop ? 0 : -1}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
        dir={props.dir}
        lang={props.lang}
      >
        {label}
      </button>
      {onRemove !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={styles['remove']}
          aria-label={t('galley:inputs.chips.remove', { label })}
          onClick={onRemove}
        >
          <Icon icon={X} size="small" />
        </button>
      )}
    </li>
  )
}

/** The dragging of chips. `drop`: the chip, and its side, where the dragged one would be dropped. */
function useChipDrag(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const dragHandlers = (index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData(DRAG_TYPE, String(index))
      setDragged(index)
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (dragged === null) return
      event.preventDefault()
      setDrop({ index, after: isLaterHalf(event) })
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged === null || drop === null) return
      const before = drop.index + (drop.after ? 1 : 0)
      onMove(dragged, before > dragged ? before - 1 : before)
    },
    onDragEnd: () => {
      setDragged(null)
      setDrop(null)
    },
  })

  return { dragged, drop, dragHandlers }
}

const DRAG_TYPE = 'application/x-galley-chip'

const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl'

/** True for the arrow key towards the end of the line, false for the opposite one; null for other keys. */
function isForward({ key, currentTarget }: KeyboardEvent): boolean | null {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  return (key === 'ArrowRight') !== isRtl(currentTarget.closest('ul') ?? currentTarget)
}

function isLaterHalf({ clientX, currentTarget }: DragEvent<HTMLElement>): boolean {
  const { left, width } = currentTarget.getBoundingClientRect()
  return clientX > left + width / 2 !== isRtl(currentTarget)
}
