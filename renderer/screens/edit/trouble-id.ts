import type { OutboxEntry } from '../../../shared/sync/entry.ts'

/** Returns the id of the note about an entry's problem. */
export const troubleId = ({ key }: Pick<OutboxEntry, 'key'>): string => `trouble-${key}`
