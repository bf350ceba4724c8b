import { useState, type ReactNode } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import type { ShownConflict } from '../../shared/document/shown-conflict.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import type { ConflictChoice } from '../../shared/document/conflict-choice.ts'
import { isFailing } from '../../shared/sync/queue.ts'
import type { OutboxDocument } from '../../shared/ipc.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import type { QueuedMove } from '../../shared/sync/queued-move.ts'
import { galley } from '../data/bridge.ts'
import { callReason, notDoneReason } from '../data/failure-reasons.ts'
import { useSchema } from '../data/schema-context.tsx'
import { useOpenDocumentsOrNull } from '../form/open-documents-context.ts'
import { useT } from '../i18n/use-t.ts'
import { sendNow } from '../sync/sync-runner.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog/confirm-dialog.tsx'
import { useToast } from '../ui/toast/toast-queue.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { changedFields, modeWords, MOVE } from './entry-words.ts'
import { useExport } from './use-export.ts'

/** Actions on an entry, a draft or a move; see shared/sync/ways-out.ts. */
export type UnsentActions = {
  busy: 'retry' | 'take-over' | 'discard' | 'create-again' | null
  /** `shown`: the conflicts with a choice, with the values that the person saw. */
  retry: (choices?: Record<string, ConflictChoice>, shown?: ShownConflict[]) => void
  /** Takes over the lock of the document, releases it, and sends the entry again. */
  takeOver: () => void
  createAgain: () => void
  /** Makes a publish a draft again. */
  takeBackPublish: () => void
  /** Asks first, since discarded edits are lost. */
  discard: () => void
  copy: () => void
  save: () => void
  /** Reason that it cannot be saved to a file, as text; null if it can. */
  whyNotSave: string | null
  /** The dialog, while it is open. */
  dialog: ReactNode
}

/** Makes a new document of this one and opens it. */
export type CreateAgain = () => Promise<unknown>

type Busy = Exclude<UnsentActions['busy'], null>

function useAct(): {
  busy: Busy | null
  act: (what: Busy, call: () => Promise<unknown>) => Promise<boolean>
} {
  const { t } = useT()
  const toast = useToast()
  const [busy, setBusy] = useState<Busy | null>(null)
  return {
    busy,
    async act(what, call) {
      setBusy(what)
      try {
        await call()
        return true
      } catch (error) {
        toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
        return false
      } finally {
        setBusy(null)
      }
    },
  }
}

/** Returns the actions on an entry (SY10). `title`: that of the document. */
export function useEntryActions(
  entry: OutboxEntry,
  document: Pick<OutboxDocument, 'entries'>,
  title: string,
  createAgain: CreateAgain,
  /** Called with the changes by which a choice kept both sides, as one step for undo. */
  onTwice: (changes: Change[]) => void = () => undefined,
): UnsentActions {
  const words = useT()
  const { t } = words
  const schema = useSchema()
  const toast = useToast()
  const documents = useOpenDocumentsOrNull()
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct()
  const { copy, save, whyNotSave } = useExport()
  const takeBack = useTakeBackPublish()
  const isBroken = entry.problem?.code === 'broken'

  async function retry(choices: Record<string, ConflictChoice>, shown: ShownConflict[]): Promise<void> {
    // A choice covers the typed edits, too, so they are written first.
    await documents?.flush()
    const { outcome, twice } = await galley.call('outbox.retry', {
      key: entry.key,
      choices,
      shown,
      ...(documents?.isOpen(entry.ref) && { isOpen: true }),
    })
    if (twice !== undefined) onTwice(twice)
    if (outcome === 'changed') toast.error(t('galley:sync.changedMeanwhile'))
    // A failing entry may have a long wait, so it is sent now.
    else if (isFailing(entry)) void sendNow()
  }
  async function takeOver(): Promise<void> {
    const result = await galley.call('locks.takeOver', { ref: entry.ref, key: entry.key })
    if (result.outcome !== 'done') toast.error(notDoneReason(result, t))
    else if (isFailing(entry)) void sendNow()
    else await retry({}, [])
  }
  /** An entry that cannot be read is copied as it is stored. */
  const text = async () =>
    isBroken
      ? ((await galley.call('outbox.raw', { key: entry.key })).text ?? '')
      : JSON.stringify({ title, ...entry }, null, 2)

  return {
    busy,
    retry: (choices = {}, shown = []) => void act('retry', () => retry(choices, shown)),
    takeOver: () => void act('take-over', takeOver),
    createAgain: () => void act('create-again', createAgain),
    takeBackPublish: () => takeBack(entry),
    discard: () => setAsking(true),
    copy: () => void copy(text),
    whyNotSave,
    save: () => void save(title, text),
    dialog: asking && (
      <DiscardDialog
        entry={entry}
        document={document}
        title={title}
        fields={changedFields(entry, schema, words)}
        busy={busy === 'discard'}
        onExport={() => void save(title, text)}
        whyNotExport={whyNotSave}
        onConfirm={() =>
          void act('discard', () => galley.call('outbox.discard', { key: entry.key })).then((done) =>
            setAsking(!done),
          )
        }
        onCancel={() => setAsking(false)}
      />
    ),
  }
}

/** Returns a retry of an entry or a move, unchanged, that waits for a person or is failing. */
export function useRetry(): { busy: boolean; retry: (queued: OutboxEntry | QueuedMove) => void } {
  const documents = useOpenDocumentsOrNull()
  const { busy, act } = useAct()
  return {
    busy: busy === 'retry',
    retry: (queued) =>
      void act('retry', async () => {
        // The typed edits go on top of it, so they are written first.
        await documents?.flush()
        await retryAsItIs(queued)
      }),
  }
}

async function retryAsItIs(queued: OutboxEntry | QueuedMove): Promise<void> {
  await galley.call('outbox.retry', { key: queued.key, choices: {}, shown: [] })
  // A failing entry may have a long wait, so it is sent now.
  if (isFailing(queued)) void sendNow()
}

/** Returns the actions on a move (SY10). `title`: that of the document. */
export function useMoveActions(queued: QueuedMove, title: string): UnsentActions {
  const { t } = useT()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct()
  const { copy, save, whyNotSave } = useExport()
  const { key, ref } = queued

  async function takeOver(): Promise<void> {
    const result = await galley.call('locks.takeOver', { ref, key })
    if (result.outcome !== 'done') toast.error(notDoneReason(result, t))
    else await retryAsItIs(queued)
  }
  const text = async () =>
    queued.move === null
      ? ((await galley.call('outbox.raw', { key })).text ?? '')
      : JSON.stringify({ title, ...queued }, null, 2)
  return {
    busy,
    retry: () => void act('retry', () => retryAsItIs(queued)),
    takeOver: () => void act('take-over', takeOver),
    createAgain: () => undefined,
    takeBackPublish: () => undefined,
    discard: () => setAsking(true),
    copy: () => void copy(text),
    whyNotSave,
    save: () => void save(title, text),
    dialog: asking && (
      <ConfirmDialog
        danger
        title={t('galley:sync.discardTitle', { title })}
        body={t('galley:sync.discardBodyPlain', { mode: modeWords(MOVE, t) })}
        confirmLabel={t('galley:sync.discardConfirm')}
        busyLabel={busy === 'discard' ? `${t('galley:sync.discardConfirm')}...` : null}
        extra={{
          label: t('galley:sync.export'),
          onPress: () => void save(title, text),
          disabledReason: whyNotSave,
        }}
        onConfirm={() =>
          void act('discard', () => galley.call('outbox.discard', { key })).then((done) => setAsking(!done))
        }
        onCancel={() => setAsking(false)}
      />
    ),
  }
}

/**
 * Returns the actions on a draft that is in no entry. `fields`: names of the changed fields; `text`: its export;
 * `drop`: discards it.
 */
export function useDraftActions(options: {
  isNew: boolean
  title: string
  fields: string[]
  text: () => string
  drop: () => Promise<unknown>
  createAgain: CreateAgain
}): UnsentActions {
  const { isNew, title, fields, text, drop, createAgain } = options
  const { t } = useT()
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct()
  const { copy, save, whyNotSave } = useExport()
  return {
    busy,
    retry: () => undefined,
    takeOver: () => undefined,
    createAgain: () => void act('create-again', createAgain),
    takeBackPublish: () => undefined,
    discard: () => setAsking(true),
    copy: () => void copy(async () => text()),
    whyNotSave,
    save: () => void save(title, async () => text()),
    dialog: asking && (
      <ConfirmDialog
        danger
        title={t(isNew ? 'galley:sync.discardNewTitle' : 'galley:sync.discardDraftTitle', { title })}
        body={
          isNew
            ? t('galley:sync.discardDraftNew')
            : t('galley:sync.discardDraftBody', { fields: fields.join(', ') })
        }
        confirmLabel={t('galley:sync.discardConfirm')}
        busyLabel={busy === 'discard' ? `${t('galley:sync.discardConfirm')}...` : null}
        extra={{
          label: t('galley:sync.export'),
          onPress: () => void save(title, async () => text()),
          disabledReason: whyNotSave,
        }}
        onConfirm={() => void act('discard', drop).then((done) => setAsking(!done))}
        onCancel={() => setAsking(false)}
      />
    ),
  }
}

/** Returns a draft as text, for export. */
export function draftText(
  title: string,
  ref: DocRef,
  { changes, typed }: { changes: readonly Change[]; typed: readonly TypedInput[] },
  data: unknown,
): string {
  return JSON.stringify({ title, ref, changes, typed, document: data }, null, 2)
}

/** Returns a function that makes a queued publish a draft again, or reports that it was sent already. */
export function useTakeBackPublish(): (entry: OutboxEntry) => void {
  const { t } = useT()
  const toast = useToast()
  async function takeBack({ key }: OutboxEntry): Promise<void> {
    try {
      const { takenBack } = await galley.call('outbox.takeBackPublish', { key })
      if (takenBack) toast.success(t('galley:edit.publishTakenBack'))
      else toast.error(t('galley:edit.publishHasLeft'))
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    }
  }
  return (entry) => void takeBack(entry)
}
