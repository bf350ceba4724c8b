import type { OutboxPage } from '../../shared/ipc.ts'
import { NOTHING_UNSENT } from '../../shared/sync/unsent.ts'
import type { Handlers } from './bind-contract.ts'
import { requireAccount, type HandlerContext } from './handler-context.ts'

type OutboxHandlers = Pick<
  Handlers,
  | 'drafts.put'
  | 'drafts.commit'
  | 'drafts.discard'
  | 'forms.held'
  | 'forms.hold'
  | 'outbox.list'
  | 'outbox.find'
  | 'outbox.counts'
  | 'outbox.sent'
  | 'outbox.became'
  | 'outbox.seen'
  | 'outbox.heads'
  | 'outbox.send'
  | 'outbox.retry'
  | 'outbox.discard'
  | 'outbox.takeBackPublish'
  | 'outbox.raw'
>

const NOTHING_THERE: OutboxPage = { documents: [], first: 0, total: 0, names: [] }

export function outboxHandlers(context: HandlerContext): OutboxHandlers {
  const store = () => requireAccount(context).site.store
  /** The store, or undefined: without an account there is nothing to send, which is no error. */
  const storeOrNone = () => context.accounts.current()?.site.store
  return {
    'drafts.put': (input) => {
      const { locks, personActs } = requireAccount(context)
      // The person types: background work pauses, and the document gets locked for them.
      personActs()
      if (input.changes.length > 0 || (input.typed ?? []).length > 0) locks.edited(input.ref)
      return store().putDraft(input)
    },
    'drafts.commit': (input) => store().commitDraft(input),
    'drafts.discard': (input) => store().discardDraft(input),
    'forms.held': async ({ place }) => ({ content: await store().heldForm(place) }),
    'forms.hold': (input) => store().holdForm(input),
    'outbox.list': async (query) => (await storeOrNone()?.outboxPage(query)) ?? NOTHING_THERE,
    'outbox.find': async (input) => (await storeOrNone()?.findInOutbox(input)) ?? NOTHING_THERE,
    'outbox.counts': async () => (await storeOrNone()?.outboxCounts()) ?? NOTHING_UNSENT,
    'outbox.sent': async () => (await storeOrNone()?.sentEntries()) ?? [],
    'outbox.became': async (input) => (await storeOrNone()?.became(input)) ?? [],
    'outbox.seen': (input) => store().seen(input),
    'outbox.heads': async (page) => {
      const account = context.accounts.current()
      // Entries whose outcome could not be written are heads again as soon as the disk allows.
      await account?.sender.freeUnsettled()
      return (await account?.site.store.outboxHeads(page)) ?? []
    },
    'outbox.send': ({ key }) => requireAccount(context).sender.send(key),
    'outbox.retry': (input) => store().retry(input),
    'outbox.discard': async ({ key }) => {
      const { site } = requireAccount(context)
      const gone = await site.store.discard(key)
      if (gone !== null) site.newPasswords.drop(gone)
    },
    'outbox.raw': ({ key }) => store().rawEntry(key),
    'outbox.takeBackPublish': async ({ key }) => ({ takenBack: await store().takeBackPublish(key) }),
  }
}
