import { useEffect, useId, useState, type ChangeEvent, type KeyboardEvent, type MouseEvent } from 'react'

/** Options that Page Up and Page Down skip. */
const PAGE = 10

const first = { index: 0, option: null }

type OptionSearch<T> = {
  typed: string
  setTyped: (typed: string) => void
  options: readonly T[]
  idOf: (option: T) => string
  onTake: (option: T) => void
  /** Id of the option that is chosen at first. */
  first?: string
}

/**
 * Returns the props of a search field with a list of matching options. The focus stays in the field: arrows
 * choose, with wrapping, Page keys skip, Enter takes. `options`: the matches, as shown; `idOf`: unique.
 */
export function useOptionSearch<T>(search: OptionSearch<T>) {
  const { typed, setTyped, options, idOf, onTake } = search
  const id = useId()
  // The choice is kept by id, so that options arriving above do not change it; by index if the option is
  // gone.
  const [moved, setMoved] = useState<{ index: number; option: string | null }>({
    index: 0,
    option: search.first ?? null,
  })
  const found = options.findIndex((option) => idOf(option) === moved.option)
  const at = found === -1 ? Math.min(moved.index, options.length - 1) : found
  const chosen = options[at]
  const optionId = (option: T) => `${id}-${idOf(option)}`
  const chosenId = chosen === undefined ? undefined : optionId(chosen)

  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView?.({ block: 'nearest' })
  }, [chosenId])

  const setAt = (index: number) => {
    const option = options[index]
    if (option !== undefined) setMoved({ index, option: idOf(option) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = options.length - 1
    const moves: Record<string, () => void> = {
      ArrowDown: () => setAt(at >= last ? 0 : at + 1),
      ArrowUp: () => setAt(at <= 0 ? last : at - 1),
      PageDown: () => setAt(Math.min(at + PAGE, last)),
      PageUp: () => setAt(Math.max(at - PAGE, 0)),
      Enter: () => {
        if (chosen !== undefined) onTake(chosen)
      },
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  return {
    id,
    chosen,
    /** True if the chosen option is gone; `chosen` is then the one at its index. */
    isReplaced: moved.option !== null && found === -1,
    inputProps: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': chosenId,
      'aria-autocomplete': 'list',
      value: typed,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setTyped(event.currentTarget.value)
        setMoved(first)
      },
      onKeyDown,
      spellCheck: false,
      autoComplete: 'off',
    },
    listProps: { role: 'listbox', id: `${id}-list` },
    optionProps: (option: T) => ({
      id: optionId(option),
      role: 'option',
      tabIndex: -1,
      'aria-selected': option === chosen,
      // Keeps the focus in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onMouseMove: () => {
        if (option !== chosen) setAt(options.indexOf(option))
      },
      onClick: () => onTake(option),
      onKeyDown,
    }),
  } as const
}
