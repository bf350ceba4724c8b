import { CloudOff, Send } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router-dom'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { OutboxCounts, OutboxDocument } from '../../../shared/ipc.ts'
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
import { outboxTitle, type Words } from './entry-words.ts'
import { OutboxGroup } from './outbox-group.tsx'
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
  const entries = documents.flatMap((document) => document.entries)
  const wanted = params.get('entry')
  // What needs a person comes first, else what leaves first.
  const selected =
    entries.find(({ key }) => key === wanted) ?? entries.find(({ state }) => state === 'parked') ?? entries[0]
  const document = documents.find((one) => one.entries.some(({ key }) => key === selected?.key))
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
    const index = entries.findIndex(({ key }) => key === event.currentTarget.dataset['entry'])
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: entries.length - 1,
    }
    const target = targets[event.key]
    const next = target === undefined ? undefined : entries[target]
    if (next === undefined) return
    event.preventDefault()
    // It may be one that is not drawn yet.
    flushSync(() => setNextDocument(refKey(next.ref)))
    select(next.key)
    list.current?.querySelector<HTMLButtonElement>(`[data-entry="${CSS.escape(next.key)}"]`)?.focus()
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
                pinned={new Set([nextDocument, document ? refKey(document.ref) : ''])}
              >
                {(one) => (
                  <OutboxGroup
                    document={one}
                    title={titleOf(one)}
                    titleOf={titleByTempId}
                    selected={selected?.key ?? null}
                    onSelect={select}
                    onKeyDown={move}
                  />
                )}
              </WindowedGroups>
              <SentHistory />
            </div>
            {selected !== undefined && document !== undefined && (
              <aside aria-label={titleOf(document)} className={styles['detail']}>
                <EntryDetail
                  key={selected.key}
                  entry={selected}
                  document={document}
                  title={titleOf(document)}
                  state={entryStateWords(
                    selected,
                    document.entries.filter(({ seq }) => seq < selected.seq),
                    titleByTempId,
                    t,
                  )}
                  nameOf={(_slug, id) => titleByTempId(id)}
                />
              </aside>
            )}
          </>
        )}
      </div>
    </>
  )
}

/** `6 waiting, 1 conflict, 1 failed`; what there is none of is not named. */
function countsText(counts: OutboxCounts, t: Words['t']): string {
  return (['sending', 'waiting', 'conflict', 'failed'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => t(`galley:sync.counts.${name}`, { count: counts[name], number: counts[name] }))
    .join(', ')
}

/** “Everything reached the server” is said only where nothing is on this computer alone. */
function Empty({ counts }: { counts: OutboxCounts }) {
  const { t } = useT()
  const trouble = useStoreTrouble()
  const open = counts.waiting + counts.sending + counts.conflict + counts.failed
  if (open > 0) return <Skeleton lines={4} />
  if (counts.onThisComputer === 0 && counts.differs === 0 && trouble === null)
    return <Message kind="empty" title={t('galley:sync.nothing')} />
  return (
    <Message
      kind="empty"
      title={t('galley:sync.nothingToSend')}
      {...(counts.onThisComputer > 0 && { body: t('galley:sync.drafts', { count: counts.onThisComputer }) })}
    />
  )
}
