import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, type ReactNode, type RefObject } from 'react'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { OutboxDocument, OutboxPage } from '../../../shared/ipc.ts'

/** Up to so many documents are all drawn. */
const ALL_DRAWN = 30
const BEYOND = 4
/** Heights in px by which a document counts until it was drawn: its head, and each of its entries and moves. */
const HEAD = 37
const ENTRY = 37

export type WindowedGroupsProps = {
  /** Names them all. */
  label: string
  titleOf: (document: OutboxDocument) => string
  /** The documents that are read, of all that there are. */
  page: Pick<OutboxPage, 'documents' | 'first' | 'total'>
  /** Documents that are drawn wherever they are: they have the focus, or get it next. */
  pinned: readonly { document: OutboxDocument; number: number }[]
  /** What they scroll in. */
  scroll: RefObject<HTMLElement | null>
  /** A document that is to be seen now. */
  reveal: { number: number } | null
  /** Told the number of the first document that is seen. */
  onSeen: (number: number) => void
  children: (document: OutboxDocument) => ReactNode
}

/** What is drawn of a document below its head. */
function linesOf(document: OutboxDocument | undefined): number {
  return document === undefined ? 0 : document.entries.length + document.moves.length
}

/**
 * Of many documents those that are seen, with room where the others are. Where some go away in front of those that are
 * seen, these stay where they are on the screen.
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
    // What is seen stays where it is, by its key, when documents in front of it go.
    anchorTo: 'end',
    // The first frame has what the window can show, not nothing.
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
        // Not read yet: its room stays free.
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
