import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import styles from './json-tree.module.css'
import { JsonLineRow } from './json-line.tsx'
import type { JsonTree } from './json-tree.ts'
import { pressKey, type Path } from './tree-keys.ts'
import { useLineWindow } from './use-line-window.ts'

export type JsonTreeViewProps = {
  tree: JsonTree
  active: Path
  /** Counts up when the active line is chosen from outside, such as by the search: the tree scrolls to it. */
  visit: number
  isFound: (path: Path) => boolean
  isBusy: boolean
  onActive: (path: Path) => void
  /** Called after a key or a click that may have folded or unfolded a line. */
  onTurned: () => void
  onKey: (event: KeyboardEvent) => boolean
}

/** A JSON value as a tree (WAI-ARIA): one tab stop, arrow keys within it; only visible lines are drawn. */
export function JsonTreeView(props: JsonTreeViewProps) {
  const { tree, active, visit, isFound, isBusy, onActive, onTurned } = props
  const { t } = useT()
  const id = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const { lines, height, show } = useLineWindow(tree.lineCount, scroll)
  const at = tree.lineOf(active)
  const isDrawn = lines.some(({ index }) => index === at)

  const showActive = useEffectEvent(() => {
    const line = tree.lineOf(active)
    if (line >= 0) show(line)
  })
  useEffect(() => {
    if (visit > 0) showActive()
  }, [visit])

  const onKeyDown = (event: KeyboardEvent) => {
    if (props.onKey(event)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = pressKey(tree, active, event.key)
    if (next === null) return
    event.preventDefault()
    onTurned()
    onActive(next)
    const line = tree.lineOf(next)
    if (line >= 0) show(line)
  }
  const onClick = ({ target }: MouseEvent) => {
    const element = target instanceof Element ? target : null
    const line = tree.line(Number(element?.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? -1))
    if (line === null) return
    onActive(line.path)
    if (element?.closest('[data-fold]') == null) return
    tree.turn(line.path, line.kind === 'closed')
    onTurned()
  }
  return (
    <div
      ref={scroll}
      role="tree"
      tabIndex={0}
      dir="ltr"
      aria-label={t('galley:api.answer')}
      aria-busy={isBusy}
      {...(isDrawn && { 'aria-activedescendant': `${id}-${at}` })}
      data-focus-ring="inside"
      className={styles['tree']}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="none" className={styles['lines']} style={{ blockSize: height }}>
        {lines.map(({ index, top }) => {
          const line = tree.line(index)
          if (line === null) return null
          return (
            <JsonLineRow
              key={index}
              line={line}
              index={index}
              top={top}
              id={`${id}-${index}`}
              isActive={index === at}
              isFound={line.kind !== 'close' && isFound(line.path)}
            />
          )
        })}
      </div>
    </div>
  )
}
