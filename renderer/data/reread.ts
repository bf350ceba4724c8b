import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Milliseconds from the beginning of a read to the next one of the same. */
export const REREAD_MS = 200

/**
 * Reads queries again. The first wish is granted at once; those that come while it is being read, or shortly after, are
 * one read afterwards. A thousand edits that arrive in a row are a thousand events, and each read sees all that was
 * before it.
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
