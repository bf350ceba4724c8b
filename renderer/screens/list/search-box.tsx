import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useCommand } from '../../commands/use-commands.ts'
import { TextInput } from '../../ui/text-input/text-input.tsx'

/** A search waits this long after the last key. */
const QUIET_MS = 150

export type SearchBoxProps = {
  /** Placeholder and accessible name. */
  label: string
  /** What is searched for now, from the address. */
  value: string
  onSearch: (text: string) => void
}

/** Searches as typed, 150 ms after the last key; Enter at once, Escape clears. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  /** What was last asked for by this box; the address follows it, at the router's own pace. */
  const [searched, setSearched] = useState(value)
  const [seen, setSeen] = useState(value)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useCommand({
    id: 'list.search',
    title: 'galley:list.searchHere',
    icon: Search,
    shortcut: 'Mod+F',
    run() {
      input.current?.focus()
      input.current?.select()
    },
  })

  if (value !== seen) {
    setSeen(value)
    // Changed by other means (back, a link): the box follows the address.
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

  const searchNow = useEffectEvent(now)
  useEffect(() => {
    const timer = setTimeout(() => searchNow(text.trim()), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <TextInput
      id={id}
      ref={input}
      type="search"
      size="header"
      icon={Search}
      value={text}
      onChange={setText}
      placeholder={label}
      aria-label={label}
      spellCheck={false}
      onKeyDown={(event) => {
        if (event.key === 'Enter') now(text.trim())
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault()
          setText('')
          now('')
        }
      }}
    />
  )
}
