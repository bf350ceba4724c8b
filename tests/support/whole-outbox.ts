import type { OutboxDocument, OutboxPage, OutboxQuery } from '../../shared/ipc.ts'

const PAGE = 200

const pageFrom = (number: number): OutboxQuery => ({
  only: 'all',
  from: { by: 'number', number },
  limit: PAGE,
})

/** All documents of an outbox, read page by page. */
export async function wholeOutbox(
  read: (query: OutboxQuery) => Promise<OutboxPage>,
): Promise<OutboxDocument[]> {
  const documents: OutboxDocument[] = []
  for (;;) {
    const page = await read(pageFrom(documents.length))
    // The last page begins earlier where it would not be full.
    documents.push(...page.documents.slice(documents.length - page.first))
    if (documents.length >= page.total || page.documents.length === 0) return documents
  }
}

/** The documents of an outbox that fits on a page. */
export function outboxOf(store: { outboxPage: (query: OutboxQuery) => OutboxPage }): OutboxDocument[] {
  return store.outboxPage(pageFrom(0)).documents
}
