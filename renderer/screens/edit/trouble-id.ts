import type { OutboxEntry } from '../../../shared/sync/entry.ts'

/** Of the note that says what is wrong with an edit, and offers the ways out. */
export const troubleId = ({ key }: Pick<OutboxEntry, 'key'>): string => `trouble-${key}`
