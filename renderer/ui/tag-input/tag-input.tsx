import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Chips } from '../chips/chips.tsx'
import { cx } from '../class-names.ts'
import inputStyles from '../text-input/input-box.module.css'
import { isComposing, textAttributes } from '../text-input/text-props.ts'
import styles from './tag-input.module.css'

export type TagInputProps<T extends string | number> = {
  id: string
  items: readonly T[]
  /** Parses typed text; null if it is no value. Not called for blanks. */
  parse: (text: string) => T | null
  format: (item: T) => string
  /** Typed text that is no value, if the parent stores it; otherwise null. */
  text?: string | null
  /** `typing`: only a letter of one value changed, not a whole step. */
  onChange: (items: T[], how: { typing: boolean; composing: boolean }) => void
  onText?: (text: string) => void
  /** Called when typing ends: on Enter, on blur, and after lines were pasted. */
  onCommit: () => void
  readOnly: boolean
  invalid: boolean
  required: boolean
  placeholder?: string | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  lang?: string | undefined
  autoComplete?: string | undefined
  'aria-labelledby': string
  'aria-describedby'?: string | undefined
}

/**
 * Short values as chips and an input for the next one. The typed text is a value from its first letter on, so that it
 * is stored at once; Enter or blur makes it a chip.
 */
export function TagInput<T extends string | number>(props: TagInputProps<T>) {
  const { format, readOnly } = props
  const input = useRef<HTMLInputElement>(null)
  const focusChip = useRef<((index: number) => void) | null>(null)
  const { typed, at, others, type, commit } = useTypedItem(props)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || readOnly) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const atStart = selectionStart === 0 && selectionEnd === 0
    const back = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    if (event.key === 'Enter') commit()
    else if (
      atStart &&
      others.length > 0 &&
      (event.key === back || (event.key === 'Backspace' && typed === ''))
    )
      focusChip.current?.(others.length - 1)
    else return
    event.preventDefault()
  }

  return (
    <div
      className={cx(
        inputStyles['box'],
        styles['tags'],
        props.invalid && inputStyles['bad'],
        readOnly && inputStyles['readonly'],
      )}
    >
      {others.length > 0 && (
        <Chips
          labels={others.map(format)}
          aria-labelledby={props['aria-labelledby']}
          focusRef={focusChip}
          onLeave={() => input.current?.focus()}
          dir={props.dir}
          lang={props.lang}
          {...(!readOnly && {
            onRemove: (chip) => removeChip(props, at, chip),
            onMove: (from, to) => moveChip(props, at, from, to),
          })}
        />
      )}
      <input
        ref={input}
        {...textAttributes({
          ...props,
          value: typed,
          onChange: () => {},
          onBlur: commit,
          placeholder: others.length === 0 ? props.placeholder : undefined,
        })}
        autoComplete={props.autoComplete ?? 'off'}
        onChange={(event) => type(event.currentTarget.value, isComposing(event.nativeEvent))}
        onKeyDown={onKeyDown}
        onPaste={(event) => pasteLines(event, props, typed)}
        className={cx(inputStyles['input'], styles['input'])}
      />
    </div>
  )
}

/** The typed text, which is a value among the items. `at`: its index; -1 if it is none. */
function useTypedItem<T extends string | number>(props: TagInputProps<T>) {
  const { items, parse, text: kept = null, onChange } = props
  const [typed, setTyped] = useState(kept ?? '')
  const [seen, setSeen] = useState(kept)
  if (kept !== seen) {
    setSeen(kept)
    if (kept !== null) setTyped(kept)
  }
  const value = typed.trim() === '' ? null : parse(typed)
  const at = value === null ? -1 : items.lastIndexOf(value)
  // The typed value is gone from the items: undone, or removed by another user.
  if (value !== null && at === -1) setTyped('')
  const others = items.filter((_, index) => index !== at)

  const type = (next: string, composing: boolean) => {
    setTyped(next)
    const parsed = next.trim() === '' ? null : parse(next)
    if (parsed !== null)
      onChange(others.toSpliced(at === -1 ? others.length : at, 0, parsed), { typing: true, composing })
    else if (at !== -1) onChange(others, { typing: true, composing })
    if (parsed === null && (next.trim() !== '' || kept !== null))
      props.onText?.(next.trim() === '' ? '' : next)
  }
  const commit = () => {
    if (value !== null) setTyped('')
    props.onCommit()
  }
  return { typed, at, others, type, commit }
}

/** Returns the index of a chip's item. `at`: that of the typed one, which is no chip; -1 if there is none. */
function itemIndex(at: number, chip: number): number {
  return at !== -1 && chip >= at ? chip + 1 : chip
}

function removeChip<T extends string | number>(
  { items, onChange }: TagInputProps<T>,
  at: number,
  chip: number,
): void {
  onChange(items.toSpliced(itemIndex(at, chip), 1), { typing: false, composing: false })
}

/** Moves a chip to the index that it has after its removal. */
function moveChip<T extends string | number>(
  { items, onChange }: TagInputProps<T>,
  at: number,
  from: number,
  to: number,
): void {
  const moved = items.toSpliced(itemIndex(at, from), 1)
  const item = items[itemIndex(at, from)]
  if (item === undefined) return
  // `to` counts chips; the typed value keeps its position behind them.
  onChange(moved.toSpliced(at !== -1 && to >= at ? to + 1 : to, 0, item), { typing: false, composing: false })
}

/** Pasted lines become one value each, if they are valid. */
function pasteLines<T extends string | number>(
  event: ClipboardEvent,
  { items, parse, onChange, onCommit, readOnly }: TagInputProps<T>,
  typed: string,
): void {
  const lines = event.clipboardData
    .getData('text/plain')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
  const parsed = lines.map((line) => parse(line))
  if (readOnly || lines.length < 2 || typed !== '' || parsed.includes(null)) return
  event.preventDefault()
  onChange([...items, ...parsed.filter((item) => item !== null)], { typing: false, composing: false })
  onCommit()
}
