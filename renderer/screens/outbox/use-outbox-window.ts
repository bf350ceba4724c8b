import { useCallback, useMemo, useState } from 'react'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { OutboxName, OutboxPage } from '../../../shared/ipc.ts'
import { useOutboxItem, useOutboxPage } from '../../data/outbox.ts'
import { itemNamed, itemsOf, needsPerson, type Item } from './outbox-items.ts'

/** Number of documents read at a time, starting at a multiple of STEP. */
const READ = 100
const STEP = 25

export type OutboxWindow = {
  query: ReturnType<typeof useOutboxPage>
  page: OutboxPage | undefined
  /** All loaded items: those of the page, and of the selected document. */
  items: Item[]
  /** The selected item; null if the outbox is empty or not read yet. */
  selected: Item | null
  /** New documents that the selected item's document waits for. */
  names: readonly OutboxName[]
  /** Loads the documents around this number. */
  readAround: (number: number) => void
}

/**
 * Returns the visible part of the outbox and the selected item: the wanted one, the one that took its place, or the
 * first that needs a person.
 */
export function useOutboxWindow(wanted: string | null): OutboxWindow {
  const [start, setStart] = useState(0)
  const query = useOutboxPage(start, READ)
  const page = query.data
  const found = useOutboxItem(useMemo(() => (wanted === null ? null : itemNamed(wanted)), [wanted]))
  const items = useMemo(() => {
    const read = page?.documents.flatMap((one, index) => itemsOf(one, page.first + index)) ?? []
    const other = found?.documents[0]
    const isRead = read.some(({ document }) => other && refKey(document.ref) === refKey(other.ref))
    if (found === undefined || other === undefined || isRead) return read
    return [...read, ...itemsOf(other, found.first)].toSorted((a, b) => a.number - b.number)
  }, [page, found])
  const readAround = useCallback(
    (number: number) => setStart(Math.max(0, Math.floor(number / STEP) * STEP - STEP)),
    [],
  )
  return {
    query,
    page,
    items,
    selected: selectedOf(items, wanted, found),
    names: found?.names ?? [],
    readAround,
  }
}

function selectedOf(
  items: readonly Item[],
  wanted: string | null,
  found: OutboxPage | undefined,
): Item | null {
  const exact = items.find(({ id }) => id === wanted)
  if (exact !== undefined) return exact
  const ref = found?.documents[0]?.ref
  const own = items.filter(({ document }) => ref && refKey(document.ref) === refKey(ref))
  // Items that need a person come first, else the one that leaves first.
  return (wanted === null ? own.find(needsPerson) : undefined) ?? own[0] ?? null
}
