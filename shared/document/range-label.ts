export type Range = { from: number; to: number; total: number }

type PageInput = { page: number; limit: number; totalDocs: number }

/** Number of pages, at least one. */
export function pageCount({ limit, totalDocs }: { limit: number; totalDocs: number }): number {
  return limit <= 0 ? 1 : Math.max(1, Math.ceil(totalDocs / limit))
}

/** The numbers of `11-20 of 25` (S2.44); null if there are no documents. */
export function rangeLabel({ page, limit, totalDocs }: PageInput): Range | null {
  if (totalDocs <= 0) return null
  if (limit <= 0) return { from: 1, to: totalDocs, total: totalDocs }
  const pages = pageCount({ limit, totalDocs })
  const shown = Math.min(Math.max(1, page), pages)
  return {
    from: shown * limit - (limit - 1),
    to: shown === pages ? totalDocs : shown * limit,
    total: totalDocs,
  }
}

export type PageItem = { type: 'page'; page: number; current: boolean } | { type: 'separator'; key: string }
export type Pagination = { previous: number | null; next: number | null; items: PageItem[] }

/** Page links with one neighbour, first and last page and separators over gaps (S2.43); null for a single page. */
export function pagination({ page, limit, totalDocs }: PageInput): Pagination | null {
  const last = pageCount({ limit, totalDocs })
  if (last <= 1) return null
  const current = Math.min(Math.max(1, page), last)
  const items: PageItem[] = []
  const add = (n: number): number => items.push({ type: 'page', page: n, current: n === current })
  const from = Math.max(1, current - 1)
  const to = Math.min(last, current + 1)
  if (from > 1) add(1)
  if (from > 2) items.push({ type: 'separator', key: 'before' })
  for (let n = from; n <= to; n += 1) add(n)
  if (to < last - 1) items.push({ type: 'separator', key: 'after' })
  if (to < last) add(last)
  return { previous: current > 1 ? current - 1 : null, next: current < last ? current + 1 : null, items }
}
