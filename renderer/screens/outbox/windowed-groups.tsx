import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, type ReactNode, type RefObject } from 'react'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { OutboxDocument, OutboxPage } from '../../../shared/ipc.ts'

/** Most documents that are drawn without windowing. */
const ALL_DRAWN = 30
const BEYOND = 4
/** Estimated heights in px of a document: its head, and each of its entries and moves. */
const HEAD = 37
const ENTRY = 37

export type WindowedGroupsProps = {
  /** Accessible name of the list. */
  label: string
  titleOf: (document: OutboxDocument) => string
  /** The loaded documents, and the total. */
  page: Pick<OutboxPage, 'documents' | 'first' | 'total'>
  /** Documents that are always drawn, since they have or get the focus. */
  pinned: readonly { document: OutboxDocument; number: number }[]
  /** The scroll container. */
  scroll: RefObject<HTMLElement | null>
  /** A document to scroll to. */
  reveal: { number: number } | null
  /** Called with the number of the first visible document. */
  onSeen: (number: number) => void
  children: (document: OutboxDocument) => ReactNode
}

/** Returns the number of a document's entries and moves; the line of a draft is not counted. */
function linesOf(document: OutboxDocument | undefined): number {
  return document === undefined ? 0 : document.entries.length + document.moves.length
}

/**
 * The visible documents out of many, with gaps for the others. When documents above disappear, the visible ones keep
 * their position.
 */
export function WindowedGroups(props: WindowedGroupsProps) {
  const { page, pinned, scroll, reveal, onSeen, children } = props
  const { documents, first, total } = page
  const isShort = total <= ALL_DRAWN
  const at = useCallback(
    (number: number): OutboxDocument | undefined =>
      documents[number - first] ??
      pinned.find((one) => one.number === number && !isIn(documents, one))?.document,
    [documents, first, pinned],
  )
  const keyAt = useCallback(
    (index: number) => {
      const one = at(index)
      return one === undefined ? index : refKey(one.ref)
    },
    [at],
  )
  // oxlint-disable-next-line react/incompatible-library -- its methods are called anew at each render
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: total,
    enabled: !isShort,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => HEAD + ENTRY * Math.max(1, linesOf(at(index))),
    getItemKey: keyAt,
    overscan: BEYOND,
    // Visible documents keep their position by key when documents above them are removed.
    anchorTo: 'end',
    // The first frame fills the window instead of being empty.
    initialRect: { width: 0, height: globalThis.innerHeight },
    rangeExtractor: (range) => {
      const kept = pinned.flatMap(({ number }) => (at(number) === undefined ? [] : [number]))
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b)
    },
  })

  const items = isShort ? [] : virtualizer.getVirtualItems()
  const top = isShort ? 0 : (virtualizer.range?.startIndex ?? 0)
  useLayoutEffect(() => onSeen(top), [top, onSeen])
  useLayoutEffect(() => {
    if (reveal !== null && !isShort) virtualizer.scrollToIndex(reveal.number)
  }, [reveal, isShort, virtualizer])

  let end = 0
  const drawn = isShort
    ? documents.map((one, index) => ({ one, index: first + index, gap: 0 }))
    : items.flatMap((item) => {
        const one = at(item.index)
        // A document that is not loaded yet leaves a gap.
        if (one === undefined) return []
        const gap = item.start - end
        end = item.end
        return [{ one, index: item.index, gap }]
      })
  const rest = isShort ? 0 : Math.max(0, virtualizer.getTotalSize() - end)
  return (
    <div role="feed" aria-label={props.label} aria-busy={items.some(({ index }) => at(index) === undefined)}>
      {drawn.map(({ one, index, gap }) => (
        <div key={refKey(one.ref)} style={gap > 0 ? { paddingBlockStart: gap } : undefined}>
          <article
            ref={isShort ? undefined : virtualizer.measureElement}
            data-index={index}
            aria-label={props.titleOf(one)}
            aria-posinset={index + 1}
            aria-setsize={total}
          >
            {children(one)}
          </article>
        </div>
      ))}
      {rest > 0 && <div style={{ blockSize: rest }} />}
    </div>
  )
}

function isIn(documents: readonly OutboxDocument[], { document }: { document: OutboxDocument }): boolean {
  return documents.some(({ ref }) => refKey(ref) === refKey(document.ref))
}
