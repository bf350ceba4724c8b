import { Search } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type Dispatch,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  type SetStateAction,
} from 'react'
import type { Token } from '../../../shared/lists/filter-text.ts'
import { useCommand } from '../../commands/use-commands.ts'
import type { Untaken } from './use-filter-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import styles from './search-box.module.css'

/** Milliseconds without a key before the search. */
const QUIET_MS = 150

/** Parsing and applying of filters typed in a search box. */
export type TypedFilter = {
  read: (text: string) => { words: string; tokens: Token[] }
  /** Adds the tokens to the filter; resolves to those that are no rule. */
  take: (tokens: readonly Token[]) => Promise<Untaken[]>
  /** Removes the last line of the filter and returns it as typed; null: nothing was removed. */
  takeBack: () => string | null
}

export type SearchBoxHandle = {
  /** Appends a text and focuses the input. */
  type: (text: string) => void
}

export type SearchBoxProps = {
  /** Placeholder and accessible name. */
  label: string
  /** The present search text of the address. */
  value: string
  onSearch: (text: string) => void
  filter: TypedFilter
  ref?: Ref<SearchBoxHandle>
}

/**
 * Searches 150 ms after the last key; Enter at once, Escape clears. A field token (`status:draft `) joins the filter
 * on space or Enter, and Backspace in the empty box brings the last one back.
 */
export function SearchBox({ label, value, onSearch, filter, ref }: SearchBoxProps) {
  const { t } = useT()
  const { text, setText, searched, now } = useSearched(value, onSearch)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { untaken, setUntaken, change, press } = useTokens({ filter, input, text, setText, now })
  useCommand({
    id: 'list.search',
    title: 'galley:list.searchHere',
    also: 'galley:palette.also.find',
    icon: Search,
    shortcut: 'Mod+F',
    run() {
      input.current?.focus()
      input.current?.select()
    },
  })
  useImperativeHandle(ref, () => ({
    type(more) {
      setUntaken(null)
      setText((before) => joined(before, more))
      input.current?.focus()
    },
  }))

  const searchNow = useEffectEvent((typed: string) => {
    // Text from the address was not typed, so it is searched unparsed.
    if (typed !== searched) now(filter.read(typed).words)
  })
  useEffect(() => {
    const timer = setTimeout(() => searchNow(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <>
      <TextInput
        id={id}
        ref={input}
        type="search"
        size="header"
        icon={Search}
        value={text}
        onChange={change}
        placeholder={label}
        aria-label={label}
        spellCheck={false}
        invalid={untaken !== null}
        aria-describedby={untaken === null ? undefined : `${id}-why`}
        onKeyDown={press}
      />
      {untaken !== null && (
        <p id={`${id}-why`} role="status" className={styles['why']}>
          {t(`galley:filters.typed.${untaken.problem}`, { text: untaken.text })}
        </p>
      )}
    </>
  )
}

/** The typed text, and the search for it. The box follows an address that changed otherwise. */
function useSearched(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  /** The last search of this box; the address follows at the router's own pace. */
  const [searched, setSearched] = useState(value)
  const [seen, setSeen] = useState(value)

  if (value !== seen) {
    setSeen(value)
    // The address changed otherwise (back, a link), so the box follows it.
    if (value !== searched) {
      setSearched(value)
      setText(value)
    }
  }

  const now = (next: string) => {
    if (next === searched) return
    setSearched(next)
    onSearch(next)
  }
  return { text, setText, searched, now }
}

/** The field tokens in the typed text: they are taken as they are completed, and come back on Backspace. */
function useTokens({
  filter,
  input,
  text,
  setText,
  now,
}: {
  filter: TypedFilter
  input: RefObject<HTMLInputElement | null>
  text: string
  setText: Dispatch<SetStateAction<string>>
  /** Searches at once. */
  now: (text: string) => void
}) {
  const [untaken, setUntaken] = useState<Untaken | null>(null)

  async function take(tokens: readonly Token[], words: string): Promise<void> {
    setText(words)
    const left = await filter.take(tokens).catch((error: unknown): Untaken[] => {
      console.error(error)
      return tokens.map((token) => ({ text: token.text, problem: 'value' }))
    })
    setUntaken(left[0] ?? null)
    if (left.length > 0) setText((before) => joined(before, left.map((one) => one.text).join(' ')))
  }
  function change(next: string, composing: boolean): void {
    setUntaken(null)
    const { words, tokens } = filter.read(next)
    // A token is complete with a space at the end of the text.
    const isEnded = /\s$/.test(next) && !composing && input.current?.selectionStart === next.length
    if (tokens.length > 0 && isEnded) void take(tokens, words === '' ? '' : `${words} `)
    else setText(next)
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    // Keys of a composition belong to the input method.
    if (event.nativeEvent.isComposing) return
    const { words, tokens } = filter.read(text)
    if (event.key === 'Enter' && tokens.length > 0) void take(tokens, words)
    else if (event.key === 'Enter') now(words)
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      change('', false)
      now('')
    }
    // A key held down to clear the text must not go on to the filter.
    if (event.key === 'Backspace' && text === '' && !event.repeat && !hasModifier(event)) {
      const back = filter.takeBack()
      if (back === null) return
      event.preventDefault()
      setText(back)
    }
  }
  return { untaken, setUntaken, change, press }
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

function joined(before: string, more: string): string {
  return [before.trim(), more].filter((text) => text !== '').join(' ')
}
