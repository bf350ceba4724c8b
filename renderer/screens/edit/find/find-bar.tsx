import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { useCommand } from '../../../commands/use-commands.ts'
import { fieldId, useForm } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import styles from './find-bar.module.css'
import { findInText } from './find-in-text.ts'
import { MOST_MATCHES, type FindMatch } from './find-matches.ts'
import { keyOfPlace } from './find-places.ts'
import { focusMatch } from './match-elements.ts'
import { useMatches } from './use-matches.ts'
import { usePaintedMatches } from './use-painted-matches.ts'

const NEXT_TOO = ['Mod+G']
const PREVIOUS_TOO = ['Mod+Shift+G']

type FindBarProps = {
  /** The container of the form. */
  root: RefObject<HTMLElement | null>
  typed: string
  onTyped: (typed: string) => void
  /** Counts up when the bar is opened again. */
  asked: number
  /** The element that had the focus before. */
  from: Element | null
  onClose: () => void
}

/** The search bar of an open document, which finds text also in folded parts; Escape focuses the match. */
export function FindBar({ root, typed, onTyped, asked, from, onClose }: FindBarProps) {
  const { t } = useT()
  const form = useForm()
  const id = useId()
  const { input, find, matches, current, match, isRead, step } = useFind({ root, typed, asked, from })

  const close = () => {
    if (match === null) {
      if (from instanceof HTMLElement) from.focus({ preventScroll: true })
    } else if (!focusMatch(form, match, find)) form.show(match.place.path)
    onClose()
  }
  useStepCommands(step, () => matches.length > 0)
  const bar = useStillBelow()
  const isNone = typed !== '' && isRead && matches.length === 0
  const none = typed === '' ? '' : t('galley:edit.find.none')
  return (
    <div ref={bar} role="search" aria-label={t('galley:edit.find.title')} className={styles['bar']}>
      <div className={styles['box']}>
        <TextInput
          id={id}
          ref={input}
          size="header"
          icon={Search}
          value={typed}
          onChange={onTyped}
          invalid={isNone}
          spellCheck={false}
          dir="auto"
          placeholder={t('galley:edit.find.title')}
          aria-label={t('galley:edit.find.title')}
          aria-describedby={`${id}-count`}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape') close()
            else return
            event.preventDefault()
            // Stopped, since Escape would close the drawer around the form, too.
            event.stopPropagation()
          }}
        />
      </div>
      <span id={`${id}-count`} role="status" className={styles['count']}>
        {matches.length === 0
          ? isRead
            ? none
            : ''
          : t(matches.length < MOST_MATCHES ? 'galley:edit.find.count' : 'galley:edit.find.countOfMore', {
              at: current + 1,
              total: matches.length,
            })}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('galley:edit.find.previous')}
        shortcut="Shift+F3"
        disabledReason={matches.length === 0 ? t('galley:edit.find.none') : null}
        onPress={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('galley:edit.find.next')}
        shortcut="F3"
        disabledReason={matches.length === 0 ? t('galley:edit.find.none') : null}
        onPress={() => step(1)}
      />
      <IconButton icon={X} label={t('general:close')} shortcut="Escape" onPress={close} />
    </div>
  )
}

/** Finds the typed text in the form and shows one match after another. Each opening focuses the input. */
function useFind({ root, typed, asked, from }: Pick<FindBarProps, 'root' | 'typed' | 'asked' | 'from'>) {
  const { language } = useT()
  const form = useForm()
  const input = useRef<HTMLInputElement>(null)
  const find = useMemo(() => findInText(typed, form.locale ?? language), [typed, form, language])
  const { matches, current, isRead, go } = useMatches(find, () => anchorOf(form, from))
  const [visit, setVisit] = useState(0)
  const match = matches[current] ?? null
  usePaintedMatches({ root, matches, current: match, find, visit })

  const show = useEffectEvent((one: FindMatch) => {
    form.show(one.place.path, { at: one.place.at, inNode: one.place.inNode, focus: false })
    setVisit((before) => before + 1)
  })
  const step = (by: 1 | -1) => {
    if (matches.length > 0) go((current + by + matches.length) % matches.length)
  }
  // Shows the current match when it changes, not when the document changes around it.
  const key = match === null || !isRead ? null : `${keyOfPlace(match.place)} ${match.nth} ${typed}`
  useEffect(() => {
    if (match !== null) show(match)
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the match
  }, [key])
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [asked])
  return { input, find, matches, current, match, isRead, step }
}

/** Registers the commands for the next and the previous match. */
function useStepCommands(step: (by: 1 | -1) => void, when: () => boolean): void {
  const next = {
    id: 'document.findNext',
    title: 'galley:edit.find.next',
    shortcut: 'F3',
    otherShortcuts: NEXT_TOO,
    inDrawers: true,
    when,
  }
  useCommand({ ...next, run: () => step(1) })
  useCommand({
    ...next,
    id: 'document.findPrevious',
    title: 'galley:edit.find.previous',
    shortcut: 'Shift+F3',
    otherShortcuts: PREVIOUS_TOO,
    run: () => step(-1),
  })
}

/** Keeps a scrolled form at its position while the bar appears and disappears above it. */
function useStillBelow(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const scroller = bar.current?.nextElementSibling
    const height = bar.current?.offsetHeight ?? 0
    if (scroller == null) return
    if (scroller.scrollTop > 0) scroller.scrollTop += height
    return () => {
      scroller.scrollTop -= height
    }
  }, [])
  return bar
}

/** Returns the path of the field with the focus; null if it is elsewhere. */
function anchorOf(form: Parameters<typeof fieldId>[0], from: Element | null): string | null {
  const prefix = fieldId(form, '')
  const id = from?.closest(`[id^="${prefix}"]`)?.id
  return id === undefined ? null : id.slice(prefix.length).replace(/-(control|label|body)$/, '')
}

/** The command that searches the open document, and its bar above the form. `root`: container of the form. */
export function FindInDocument({ root }: { root: RefObject<HTMLElement | null> }) {
  const [open, setOpen] = useState<{ asked: number; from: Element | null } | null>(null)
  const [typed, setTyped] = useState('')
  useCommand({
    id: 'document.find',
    title: 'galley:edit.find.title',
    also: 'galley:palette.also.find',
    icon: Search,
    shortcut: 'Mod+F',
    inDrawers: true,
    run: () =>
      setOpen((before) =>
        before === null ? { asked: 1, from: document.activeElement } : { ...before, asked: before.asked + 1 },
      ),
  })
  return (
    open !== null && (
      <FindBar {...open} root={root} typed={typed} onTyped={setTyped} onClose={() => setOpen(null)} />
    )
  )
}
