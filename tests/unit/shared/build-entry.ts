import type { OutboxEntry } from '../../../shared/sync/entry.ts'

/** A draft of a post that waits to be sent. */
export const buildEntry = (more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  key: 'k',
  seq: 1,
  ref: { kind: 'collection', slug: 'posts', id: '1' },
  create: false,
  mode: 'draft',
  locale: 'en',
  changes: [],
  state: 'waiting',
  problem: null,
  attempts: 0,
  createdAt: '',
  updatedAt: '',
  group: null,
  waitsFor: [],
  ...more,
})
