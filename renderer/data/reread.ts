import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Least milliseconds between the starts of two reads of the same key. */
export const REREAD_MS = 200

/**
 * Returns a function that invalidates queries: the first call at once, later ones during a read or shortly
 * after it as one more read. So a thousand events in a row cause few reads, and the last one sees all.
 */
export function createRereader(client: Pick<QueryClient, 'invalidateQueries'>): (queryKey: QueryKey) => void {
  const underWay = new Map<string, { again: boolean }>()

  async function read(name: string, queryKey: QueryKey): Promise<void> {
    const request = { again: true }
    underWay.set(name, request)
    while (request.again) {
      request.again = false
      const rest = new Promise((resolve) => setTimeout(resolve, REREAD_MS))
      await Promise.all([client.invalidateQueries({ queryKey }), rest])
    }
    underWay.delete(name)
  }

  return (queryKey) => {
    const name = JSON.stringify(queryKey)
    const request = underWay.get(name)
    if (request) request.again = true
    else void read(name, queryKey)
  }
}
