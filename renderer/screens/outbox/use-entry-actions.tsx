import { useState, type ReactNode } from 'react'
import type { OutboxDocument } from '../../../shared/ipc.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import type { Side } from './conflict-choices.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { changedFields } from './entry-words.ts'

export type EntryActions = {
  /** It is being handed over again. */
  busy: boolean
  retry: (choices?: Record<string, Side>) => void
  /** Asks first: what is discarded is lost. */
  discard: () => void
  copy: () => void
  /** The question, where it is being asked. */
  dialog: ReactNode
}

/** Retry, Discard and Copy for one entry of a document (SY10). `title` is that of the document. */
export function useEntryActions(entry: OutboxEntry, document: OutboxDocument, title: string): EntryActions {
  const words = useT()
  const { t } = words
  const schema = useSchema()
  const toast = useToast()
  const [busy, setBusy] = useState<'retry' | 'discard' | null>(null)
  const [asking, setAsking] = useState(false)

  async function act(what: 'retry' | 'discard', call: () => Promise<unknown>): Promise<void> {
    setBusy(what)
    try {
      await call()
      setAsking(false)
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    } finally {
      setBusy(null)
    }
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(JSON.stringify({ title, ...entry }, null, 2))
      toast.success(t('galley:sync.copied'))
    } catch (error) {
      toast.error(t('galley:sync.copyFailed', { reason: callReason(error, t) }))
    }
  }

  return {
    busy: busy === 'retry',
    retry: (choices = {}) =>
      void act('retry', () =>
        galley.call('outbox.retry', { key: entry.key, choices, shown: entry.problem?.conflicts ?? [] }),
      ),
    discard: () => setAsking(true),
    copy: () => void copy(),
    dialog: asking && (
      <DiscardDialog
        entry={entry}
        document={document}
        title={title}
        fields={changedFields(entry, schema, words)}
        busy={busy === 'discard'}
        onCopy={() => void copy()}
        onConfirm={() => void act('discard', () => galley.call('outbox.discard', { key: entry.key }))}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}
