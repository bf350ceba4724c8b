import { ChevronDown, ChevronUp, ChevronsDownUp, ChevronsUpDown, Copy, Route, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useCommand } from '../../commands/use-commands.ts'
import { inSlices } from '../../data/frames.ts'
import { useCopyText } from '../../data/use-copy-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import styles from './api-screen.module.css'
import { findInTree, MOST_FOUND } from './tree/find-in-tree.ts'
import type { JsonTree } from './tree/json-tree.ts'
import { JsonTreeView } from './tree/json-tree-view.tsx'
import { copyParts, pathText } from './tree/line-text.ts'
import type { Path } from './tree/tree-keys.ts'

export type TreePanelProps = {
  tree: JsonTree
  /** Changes with each piece that the tree has received. */
  version: number
  isBusy: boolean
}

/** An answer as a tree, with search, folding and copying (S2.55). */
export function TreePanel({ tree, version, isBusy }: TreePanelProps) {
  const { t } = useT()
  const [active, setActive] = useState<Path>([])
  const [, setTurned] = useState(0)
  const [visit, setVisit] = useState(0)
  const search = useTreeSearch({ tree, version }, (path) => {
    tree.openTo(path)
    setActive(path)
    setVisit((before) => before + 1)
  })
  const { found, typed } = search
  const places = useMemo(() => new Set(found.map(pathText)), [found])

  const redraw = () => setTurned((before) => before + 1)
  const copyText = useCopyText()
  const copy = (what: 'value' | 'path') =>
    copyText(async () => {
      const parts = await inSlices(
        what === 'path' ? [pathText(active)] : copyParts(tree.valueAt(active) ?? null),
        new AbortController().signal,
      )
      return (parts ?? []).join('')
    }, t('general:copied'))
  const turnAll = (open: boolean) => {
    tree.turnAll(open)
    setActive([])
    redraw()
    setVisit((before) => before + 1)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'c') return false
    // The system copies selected text.
    if (!event.shiftKey && getSelection()?.isCollapsed === false) return false
    event.preventDefault()
    void copy(event.shiftKey ? 'path' : 'value')
    return true
  }
  return (
    <>
      <div className={styles['tools']}>
        <TreeSearch search={search} />
        <span className={styles['gap']} />
        <IconButton icon={ChevronsUpDown} label={t('galley:api.expandAll')} onPress={() => turnAll(true)} />
        <IconButton icon={ChevronsDownUp} label={t('fields:collapseAll')} onPress={() => turnAll(false)} />
        <IconButton
          icon={Copy}
          label={t('galley:api.copyValue')}
          shortcut="Mod+C"
          onPress={() => void copy('value')}
        />
        <IconButton
          icon={Route}
          label={t('galley:api.copyPath')}
          shortcut="Mod+Shift+C"
          onPress={() => void copy('path')}
        />
      </div>
      <JsonTreeView
        tree={tree}
        active={active}
        visit={visit}
        isFound={(path) => typed !== '' && places.has(pathText(path))}
        isBusy={isBusy}
        onActive={setActive}
        onTurned={redraw}
        onKey={onKey}
      />
    </>
  )
}

/** Searches the tree for the typed text, and visits one match after another. */
function useTreeSearch({ tree, version }: Omit<Sought, 'text'>, onVisit: (path: Path) => void) {
  const [typed, setTyped] = useState('')
  const [current, setCurrent] = useState(-1)
  /** True if Enter was pressed before the search was done. */
  const isAwaited = useRef(false)
  const { found, isRead } = useFound({ tree, version, text: typed }, (all) => {
    if (isAwaited.current) visitFound(all, 0)
    isAwaited.current = false
  })
  function visitFound(all: readonly Path[], at: number): void {
    const path = all[at]
    if (path === undefined) return
    setCurrent(at)
    onVisit(path)
  }
  const go = (by: 1 | -1) => {
    const from = current < 0 && by < 0 ? 0 : current
    if (found.length > 0) visitFound(found, (from + by + found.length) % found.length)
  }
  return {
    typed,
    current,
    found,
    isRead,
    go,
    type: (text: string): void => {
      isAwaited.current = false
      setTyped(text)
      setCurrent(-1)
    },
    /** Visits the next or previous match, or the first one once the search is done. */
    enter: (by: 1 | -1): void => {
      if (isRead) go(by)
      else isAwaited.current = true
    },
  }
}

/** The input of the search, the number of matches, and the buttons that visit them. */
function TreeSearch({ search }: { search: ReturnType<typeof useTreeSearch> }) {
  const { typed, current, found, isRead, go } = search
  const { t } = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useCommand({
    id: 'document.find',
    title: 'galley:api.find',
    shortcut: 'Mod+F',
    run: () => {
      input.current?.focus()
      input.current?.select()
    },
  })
  const none = typed !== '' && isRead && found.length === 0
  return (
    <>
      <div role="search" aria-label={t('galley:api.find')} className={styles['find']}>
        <TextInput
          id={`${id}-find`}
          ref={input}
          size="header"
          icon={Search}
          value={typed}
          onChange={search.type}
          invalid={none}
          spellCheck={false}
          dir="auto"
          placeholder={t('galley:api.find')}
          aria-label={t('galley:api.find')}
          aria-describedby={`${id}-count`}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.key !== 'Enter') return
            event.preventDefault()
            search.enter(event.shiftKey ? -1 : 1)
          }}
        />
      </div>
      <span id={`${id}-count`} role="status" className={styles['count']}>
        {typed === '' || !isRead
          ? ''
          : none
            ? t('galley:edit.find.none')
            : t(found.length < MOST_FOUND ? 'galley:edit.find.count' : 'galley:edit.find.countOfMore', {
                at: current + 1,
                total: found.length,
              })}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('galley:edit.find.previous')}
        disabledReason={found.length === 0 ? t('galley:edit.find.none') : null}
        onPress={() => go(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('galley:edit.find.next')}
        disabledReason={found.length === 0 ? t('galley:edit.find.none') : null}
        onPress={() => go(1)}
      />
    </>
  )
}

const NONE: Path[] = []

type Sought = { tree: JsonTree; version: number; text: string }

/** Finds a text in the pieces so far, again after each new piece; `onRead` is called when a search is done. */
function useFound(
  { tree, version, text }: Sought,
  onRead: (found: readonly Path[]) => void,
): { found: Path[]; isRead: boolean } {
  const [read, setRead] = useState({ text: '', version: -1, found: NONE })
  const tell = useEffectEvent(onRead)
  useEffect(() => {
    if (text === '') return
    const giveUp = new AbortController()
    const look = async () => {
      const all = await inSlices(findInTree(tree.root, text), giveUp.signal)
      if (all === null) return
      const found = all.filter((path) => path !== null)
      setRead({ text, version, found })
      tell(found)
    }
    look().catch(console.error)
    return () => giveUp.abort()
  }, [tree, version, text])
  const isRead = read.text === text
  return { found: isRead ? read.found : NONE, isRead }
}
