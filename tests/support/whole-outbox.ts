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
    documents.push(...page.documents)
    if (page.documents.length < PAGE) return documents
  }
}

/** The documents of an outbox that fits on a page. */
export function outboxOf(store: { outboxPage: (query: OutboxQuery) => OutboxPage }): OutboxDocument[] {
  return store.outboxPage(pageFrom(0)).documents
}
