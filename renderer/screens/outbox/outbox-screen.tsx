import { CloudOff, Send } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router-dom'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { OutboxCounts, OutboxDocument } from '../../../shared/ipc.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { isFailing } from '../../../shared/sync/queue.ts'
import { countUnsent } from '../../../shared/sync/unsent.ts'
import { SignedOutNote } from './signed-out-note.tsx'
import { useContentLocale } from '../../data/content-locale.ts'
import { useConnection, useOutboxCounts, useOutboxQuery } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useStoreTrouble } from '../../data/store-errors.ts'
import { callReason } from '../../data/call-reason.ts'
import { useT } from '../../i18n/use-t.ts'
import { sendNow } from '../../sync/sync-runner.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { entryStateWords, titleById } from './entry-state.tsx'
import { outboxTitle, type Words } from '../../unsent/entry-words.ts'
import { DraftDetail } from './draft-detail.tsx'
import { draftItem, OutboxGroup } from './outbox-group.tsx'
import { WindowedGroups } from './windowed-groups.tsx'
import styles from './outbox-screen.module.css'
import { SentHistory } from './sent-history.tsx'

const NONE: OutboxDocument[] = []

/** All that is to be sent, why it has not been, and what can be done about it (SY10, SY16). */
export function OutboxScreen() {
  const { t, label } = useT()
  const schema = useSchema()
  const { locale } = useContentLocale()
  const outbox = useOutboxQuery()
  const counts = useOutboxCounts()
  const [params, setParams] = useSearchParams()
  const [sending, setSending] = useState(false)
  const online = useConnection()?.status === 'online'
  const [unsent, setUnsent] = useState<'cannotSend' | 'cannotSendSignedOut' | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const [nextDocument, setNextDocument] = useState('')

  const documents = outbox.data ?? NONE
  const items = documents.flatMap(itemsOf)
  const wanted = params.get('entry')
  // What needs a person comes first, else what leaves first.
  const selected = items.find(({ id }) => id === wanted) ?? items.find(needsPerson) ?? items[0]
  const titleOf = (one: OutboxDocument) => outboxTitle(one, schema, locale, { t, label })
  const titleByTempId = titleById(documents, titleOf)

  function select(key: string): void {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('entry', key)
        return next
      },
      { replace: true },
    )
  }

  function move(event: KeyboardEvent<HTMLButtonElement>): void {
    const index = items.findIndex(({ id }) => id === event.currentTarget.dataset['entry'])
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: items.length - 1,
    }
    const target = targets[event.key]
    const next = target === undefined ? undefined : items[target]
    if (next === undefined) return
    event.preventDefault()
    // It may be one that is not drawn yet.
    flushSync(() => setNextDocument(refKey(next.document.ref)))
    select(next.id)
    list.current?.querySelector<HTMLButtonElement>(`[data-entry="${CSS.escape(next.id)}"]`)?.focus()
  }

  async function send(): Promise<void> {
    setSending(true)
    setUnsent(null)
    const state = await sendNow()
    setSending(false)
    if (state?.status === 'online') return
    setUnsent(state?.status === 'signed-out' ? 'cannotSendSignedOut' : 'cannotSend')
  }

  return (
    <>
      <ScreenHeader
        title={t('galley:sync.outbox')}
        {...(counts !== undefined && { note: countsText(counts, t) })}
        actions={
          <Button
            size="header"
            icon={Send}
            flipIcon
            busyLabel={sending ? t('galley:sync.sendingNow') : null}
            onPress={() => void send()}
          >
            {t('galley:sync.sendNow')}
          </Button>
        }
      />
      {/* In place: a toast would lie over the buttons of the details. */}
      <div role="status">
        {unsent !== null && !online && (
          <p className={styles['unsent']}>
            <Icon icon={CloudOff} />
            {t(`galley:sync.${unsent}`)}
          </p>
        )}
      </div>
      <div className={styles['signed-out']}>
        <SignedOutNote />
      </div>
      <div className={styles['body']}>
        {outbox.isError && outbox.data === undefined ? (
          <div className={styles['place']}>
            <Message
              kind="error"
              title={t('galley:sync.outboxUnreadable')}
              body={callReason(outbox.error, t)}
              actions={<Button onPress={() => void outbox.refetch()}>{t('galley:sync.tryAgain')}</Button>}
            />
          </div>
        ) : outbox.data === undefined || counts === undefined ? (
          <div className={styles['place']}>
            <Skeleton lines={4} />
          </div>
        ) : documents.length === 0 ? (
          <div className={styles['list']}>
            <div className={styles['place']}>
              <Empty counts={counts} />
            </div>
            <SentHistory />
          </div>
        ) : (
          <>
            <div ref={list} className={styles['list']}>
              <WindowedGroups
                documents={documents}
                scroll={list}
                pinned={new Set([nextDocument, selected ? refKey(selected.document.ref) : ''])}
              >
                {(one) => (
                  <OutboxGroup
                    document={one}
                    title={titleOf(one)}
                    titleOf={titleByTempId}
                    selected={selected?.id ?? null}
                    onSelect={select}
                    onKeyDown={move}
                  />
                )}
              </WindowedGroups>
              <SentHistory />
            </div>
            {selected !== undefined && (
              <aside aria-label={titleOf(selected.document)} className={styles['detail']}>
                <Detail
                  key={selected.id}
                  item={selected}
                  title={titleOf(selected.document)}
                  titleByTempId={titleByTempId}
                />
              </aside>
            )}
          </>
        )}
      </div>
    </>
  )
}

/** What can be selected: an entry, or what was typed in a document and is in none. */
type Item = { id: string; document: OutboxDocument; entry: OutboxEntry | null }

function itemsOf(document: OutboxDocument): Item[] {
  const entries = document.entries.map((entry): Item => ({ id: entry.key, document, entry }))
  return document.hasDraft ? [...entries, { id: draftItem(document.ref), document, entry: null }] : entries
}

function needsPerson({ entry, document }: Item): boolean {
  return entry === null ? document.isGone : entry.state === 'parked' || isFailing(entry)
}

type DetailProps = { item: Item; title: string; titleByTempId: (id: string) => string | null }

function Detail({ item: { entry, document }, title, titleByTempId }: DetailProps) {
  const { t } = useT()
  const nameOf = (_slug: string, id: string) => titleByTempId(id)
  if (entry === null) return <DraftDetail document={document} title={title} nameOf={nameOf} />
  const before = document.entries.filter(({ seq }) => seq < entry.seq)
  const state = entryStateWords(entry, before, titleByTempId, t)
  return <EntryDetail entry={entry} document={document} title={title} state={state} nameOf={nameOf} />
}

/** `6 waiting, 1 conflict, 1 failed`; what there is none of is not named. */
function countsText(counts: OutboxCounts, t: Words['t']): string {
  return (['sending', 'waiting', 'conflict', 'failed', 'failing', 'onThisComputer'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => t(`galley:sync.counts.${name}`, { count: counts[name], number: counts[name] }))
    .join(', ')
}

/** “Everything reached the server” is said only where nothing is on this computer alone. */
function Empty({ counts }: { counts: OutboxCounts }) {
  const { t } = useT()
  const trouble = useStoreTrouble()
  if (countUnsent(counts) > 0) return <Skeleton lines={4} />
  return (
    <Message
      kind="empty"
      title={t(
        trouble === null && counts.differs === 0 ? 'galley:sync.nothing' : 'galley:sync.nothingToSend',
      )}
    />
  )
}
