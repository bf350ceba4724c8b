import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, type ReactNode, type RefObject } from 'react'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { OutboxDocument } from '../../../shared/ipc.ts'

/** Up to so many documents are all drawn. */
const ALL_DRAWN = 30
const BEYOND = 4
/** Heights in px by which a document counts until it was drawn: its head, and each of its entries. */
const HEAD = 37
const ENTRY = 37

export type WindowedGroupsProps = {
  documents: readonly OutboxDocument[]
  /** What they scroll in. */
  scroll: RefObject<HTMLElement | null>
  /** Documents, by their refKey, that are drawn wherever they are: they have the focus, or get it next. */
  pinned: ReadonlySet<string>
  children: (document: OutboxDocument) => ReactNode
}

/** Of many documents those that are seen, with room where the others are. */
export function WindowedGroups({ documents, scroll, pinned, children }: WindowedGroupsProps) {
  const isShort = documents.length <= ALL_DRAWN
  const keyAt = useCallback((index: number) => keyOf(documents[index]) ?? index, [documents])
  // oxlint-disable-next-line react/incompatible-library -- its methods are called anew at each render
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: documents.length,
    enabled: !isShort,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => HEAD + ENTRY * Math.max(1, documents[index]?.entries.length ?? 1),
    getItemKey: keyAt,
    overscan: BEYOND,
    // The first frame has what the window can show, not nothing.
    initialRect: { width: 0, height: globalThis.innerHeight },
    rangeExtractor: (range) => {
      const kept = documents.flatMap((one, index) => (pinned.has(refKey(one.ref)) ? [index] : []))
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b)
    },
  })
  if (isShort) return documents.map((one) => <div key={refKey(one.ref)}>{children(one)}</div>)

  let end = 0
  const drawn = virtualizer.getVirtualItems().map((item) => {
    const gap = item.start - end
    end = item.end
    return { index: item.index, gap }
  })
  return (
    <>
      {drawn.map(({ index, gap }) => {
        const one = documents[index]
        return (
          one && (
            <div key={refKey(one.ref)} style={{ paddingBlockStart: gap }}>
              <div ref={virtualizer.measureElement} data-index={index}>
                {children(one)}
              </div>
            </div>
          )
        )
      })}
      <div style={{ blockSize: Math.max(0, virtualizer.getTotalSize() - end) }} />
    </>
  )
}

function keyOf(document: OutboxDocument | undefined): string | undefined {
  return document && refKey(document.ref)
}
