import type { OutboxCounts } from '../../../shared/ipc.ts'
import type { UseT } from '../../i18n/use-t.ts'

/** Returns the outbox counts in one line: `2 waiting to send, 1 conflict`, or that everything is sent. */
export function sendingWords(
  counts: OutboxCounts,
  { t, formatList }: Pick<UseT, 't' | 'formatList'>,
): string {
  const parts: string[] = []
  if (counts.sending > 0) parts.push(t('galley:app.status.sending', { number: counts.sending }))
  if (counts.waiting > 0) parts.push(t('galley:app.status.waiting', { number: counts.waiting }))
  if (counts.conflict > 0) parts.push(t('galley:app.status.conflict', { count: counts.conflict }))
  if (counts.failed > 0) parts.push(t('galley:app.status.failed', { number: counts.failed }))
  if (counts.failing > 0) parts.push(t('galley:app.status.failing', { number: counts.failing }))
  if (counts.onThisComputer > 0) parts.push(t('galley:app.status.unsent', { count: counts.onThisComputer }))
  if (counts.forms > 0) parts.push(t('galley:app.status.forms', { count: counts.forms }))
  if (counts.differs > 0) parts.push(t('galley:app.status.differs', { count: counts.differs }))
  return parts.length === 0 ? t('galley:app.status.everythingSent') : formatList(parts)
}
