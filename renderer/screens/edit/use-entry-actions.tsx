import { useState, type ReactNode } from 'react'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { galley } from '../../app/bridge.ts'
import { useSchema } from '../../app/schema-context.tsx'
import { useFormState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { DiscardDialog } from '../outbox/discard-dialog.tsx'
import { changedFields } from '../outbox/entry-words.ts'
import { useDocumentTitle } from './use-document-title.ts'

export type EntryActions = {
  busy: boolean
  retry: (choices?: Record<string, 'mine' | 'theirs'>) => void
  /** Asks first: what is discarded is lost. */
  discard: () => void
  /** The question, where it is being asked. */
  dialog: ReactNode
}

/** Retry and Discard for a parked entry of the open document (SY10). */
export function useEntryActions(entry: OutboxEntry): EntryActions {
  const words = useT()
  const { t } = words
  const schema = useSchema()
  const toast = useToast()
  const title = useDocumentTitle()
  const view = useFormState((form) => form.view)
  const [busy, setBusy] = useState<'retry' | 'discard' | null>(null)
  const [asking, setAsking] = useState(false)

  async function act(what: 'retry' | 'discard', call: () => Promise<unknown>): Promise<void> {
    setBusy(what)
    try {
      await call()
      setAsking(false)
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: reasonOf(error) }))
    } finally {
      setBusy(null)
    }
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(JSON.stringify({ title, ...entry }, null, 2))
      toast.success(t('galley:sync.copied'))
    } catch (error) {
      toast.error(t('galley:sync.copyFailed', { reason: reasonOf(error) }))
    }
  }

  return {
    busy: busy === 'retry',
    retry: (choices = {}) =>
      void act('retry', () => galley.call('outbox.retry', { key: entry.key, choices })),
    discard: () => setAsking(true),
    dialog: asking && (
      <DiscardDialog
        entry={entry}
        document={{ ref: view.ref, title, isNew: view.isNew, state: view.state, entries: view.entries }}
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
