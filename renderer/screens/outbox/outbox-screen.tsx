import { CloudOff, Send, LockKeyhole } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router-dom'
import type { OutboxCounts, OutboxDocument, OutboxPage } from '../../../shared/ipc.ts'
import { countInOutbox, countToSend, countUnsent } from '../../../shared/sync/unsent.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useConnection, useOutboxCounts } from '../../data/queries.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useStoreTrouble } from '../../data/store-errors.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useT } from '../../i18n/use-t.ts'
import { sendNow } from '../../sync/sync-runner.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { entryStateWords, titleById } from './entry-state.tsx'
import { outboxTitle, type EntryWords } from '../../unsent/entry-words.ts'
import { DraftDetail } from './draft-detail.tsx'
import { MoveDetail } from './move-detail.tsx'
import { OutboxGroup } from './outbox-group.tsx'
import { itemAt, nextItem, type Item, type JumpTarget } from './outbox-items.ts'
import { useOutboxWindow, type OutboxWindow } from './use-outbox-window.ts'
import { WindowedGroups } from './windowed-groups.tsx'
import styles from './outbox-screen.module.css'
import { SentHistory } from './sent-history.tsx'
import { Note } from '../../ui/note/note.tsx'
import { useWaitingEdits } from '../../data/outbox.ts'
import { useLoginInPlace } from '../../data/account-context.tsx'

/** The outbox screen: everything unsent, the reasons, and the actions (SY10, SY16). */
export function OutboxScreen() {
  const { t } = useT()
  const titleOf = useOutboxTitle()
  const counts = useOutboxCounts()
  const [params, setParams] = useSearchParams()
  const sending = useSendNow()
  const { unsent } = sending
  const online = useConnection()?.status === 'online'
  const shown = useOutboxWindow(params.get('entry'))
  const select = (id: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('entry', id)
        return next
      },
      { replace: true },
    )
  const focus = useItemFocus(shown, select)
  const { query, page } = shown

  return (
    <>
      <ScreenHeader
        title={t('galley:sync.outbox')}
        {...(counts !== undefined && { note: countsText(counts, t) })}
        actions={<SendButton sending={sending} counts={counts} />}
      />
      {/* Not a toast, which would cover the buttons of the details. */}
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
        {query.isError && page === undefined ? (
          <div className={styles['place']}>
            <Message
              kind="error"
              title={t('galley:sync.outboxUnreadable')}
              body={callReason(query.error, t)}
              actions={<Button onPress={() => void query.refetch()}>{t('galley:sync.tryAgain')}</Button>}
            />
          </div>
        ) : page === undefined || counts === undefined ? (
          <div className={styles['place']}>
            <Skeleton lines={4} />
          </div>
        ) : page.total === 0 ? (
          <div className={styles['list']}>
            <div className={styles['place']}>
              <Empty counts={counts} />
            </div>
            <SentHistory />
          </div>
        ) : (
          <ListAndDetail shown={shown} page={page} titleOf={titleOf} onSelect={select} focus={focus} />
        )}
      </div>
    </>
  )
}

type TitleOf = (document: Pick<OutboxDocument, 'ref' | 'title'>) => string

function useOutboxTitle(): TitleOf {
  const { t, valueWords } = useT()
  const types = useFieldTypes()
  const schema = useSchema()
  const { locale } = useContentLocale()
  return (one) => outboxTitle(one, schema, locale, { t, types, ...valueWords })
}

/** Returns a function that sends the outbox now; `unsent`: the reason that it could not be sent. */
function useSendNow() {
  const [isSending, setSending] = useState(false)
  const [unsent, setUnsent] = useState<'cannotSend' | 'cannotSendSignedOut' | null>(null)
  async function send(): Promise<void> {
    setSending(true)
    setUnsent(null)
    const state = await sendNow()
    setSending(false)
    if (state?.status === 'online') return
    setUnsent(state?.status === 'signed-out' ? 'cannotSendSignedOut' : 'cannotSend')
  }
  return { isSending, unsent, send }
}

type SendButtonProps = {
  sending: ReturnType<typeof useSendNow>
  /** Undefined until they are read. */
  counts: OutboxCounts | undefined
}

function SendButton({ sending, counts }: SendButtonProps) {
  const { t } = useT()
  return (
    <Button
      size="header"
      icon={Send}
      flipIcon
      busyLabel={sending.isSending ? t('galley:sync.sendingNow') : null}
      disabledReason={
        counts !== undefined && countToSend(counts) === 0 ? t('galley:sync.nothingToSend') : null
      }
      onPress={() => void sending.send()}
    >
      {t('galley:sync.sendNow')}
    </Button>
  )
}

type ItemFocus = ReturnType<typeof useItemFocus>

/** Moves the focus between the items with the keyboard, and on to the next one when the focused one was sent. */
function useItemFocus({ page, items, selected }: OutboxWindow, select: (id: string) => void) {
  const list = useRef<HTMLDivElement>(null)
  /** Target of the keyboard, which may not be loaded yet. */
  const [goal, setGoal] = useState<JumpTarget | null>(null)
  const [focused, setFocused] = useState<Item | null>(null)
  const [reveal, setReveal] = useState<{ number: number } | null>(null)
  if (reveal === null && selected !== null) setReveal({ number: selected.number })

  const focusItem = (item: Item): void => {
    // The item may not be drawn yet.
    flushSync(() => setFocused(item))
    list.current?.querySelector<HTMLButtonElement>(`[data-entry="${CSS.escape(item.id)}"]`)?.focus()
    select(item.id)
  }
  const focusLater = useEffectEvent((item: Item) =>
    queueMicrotask(() => {
      setGoal(null)
      focusItem(item)
    }),
  )
  const reached = goal === null ? undefined : itemAt(items, goal)
  useEffect(() => {
    if (reached !== undefined) focusLater(reached)
  }, [reached])
  // The focused item was sent: the one now at its position gets the focus.
  const hadFocus = useRef(false)
  useEffect(() => {
    if (selected !== null && hadFocus.current && document.activeElement === document.body)
      focusLater(selected)
  }, [selected])

  function move(event: KeyboardEvent<HTMLButtonElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const to = nextItem(event.key, event.currentTarget.dataset['entry'], items, page?.total ?? 0)
    if (to === null) return
    event.preventDefault()
    const item = 'id' in to ? to : itemAt(items, to)
    if (item !== undefined) focusItem(item)
    else if ('end' in to) {
      setGoal(to)
      setReveal({ number: to.number })
    }
  }
  const listProps = {
    onFocus(event: FocusEvent) {
      hadFocus.current = event.target.matches('[data-entry]')
    },
    onBlur(event: FocusEvent) {
      // A removed element blurs without a related target, and the focus follows later.
      if (event.relatedTarget !== null) hadFocus.current = false
    },
  }
  return { list, listProps, focused, reveal, onKeyDown: move }
}

type ListAndDetailProps = {
  shown: OutboxWindow
  page: OutboxPage
  titleOf: TitleOf
  onSelect: (id: string) => void
  focus: ItemFocus
}

/** The documents of the outbox, and the selected item beside them. */
function ListAndDetail({ shown, page, titleOf, onSelect, focus }: ListAndDetailProps) {
  const { selected, names, readAround } = shown
  const { list, listProps, focused, reveal, onKeyDown } = focus
  const { t } = useT()
  const titleByTempId = titleById([...page.documents, ...page.names, ...names], titleOf)
  return (
    <>
      <div ref={list} className={styles['list']} {...listProps}>
        <WindowedGroups
          label={t('galley:sync.outbox')}
          titleOf={titleOf}
          page={page}
          pinned={[focused, selected].filter((item) => item !== null)}
          scroll={list}
          reveal={reveal}
          onSeen={readAround}
        >
          {(one) => (
            <OutboxGroup
              document={one}
              title={titleOf(one)}
              titleOf={titleByTempId}
              selected={selected?.id ?? null}
              onSelect={onSelect}
              onKeyDown={onKeyDown}
            />
          )}
        </WindowedGroups>
        <SentHistory />
      </div>
      {selected !== null && (
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
  )
}

type DetailProps = { item: Item; title: string; titleByTempId: (id: string) => string | null }

function Detail({ item: { what, document }, title, titleByTempId }: DetailProps) {
  const { t } = useT()
  const nameOf = (_slug: string, id: string) => titleByTempId(id)
  if (what.kind === 'move') return <MoveDetail queued={what.move} title={title} />
  if (what.kind === 'draft') return <DraftDetail document={document} title={title} nameOf={nameOf} />
  const { entry } = what
  const before = document.entries.filter(({ seq }) => seq < entry.seq)
  const state = entryStateWords(entry, before, titleByTempId, t)
  return <EntryDetail entry={entry} document={document} title={title} state={state} nameOf={nameOf} />
}

/** Returns `6 waiting, 1 conflict, 1 failed`, without zeros. */
function countsText(counts: OutboxCounts, t: EntryWords['t']): string {
  return (['sending', 'waiting', 'conflict', 'failed', 'failing', 'onThisComputer'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => t(`galley:sync.counts.${name}`, { count: counts[name], number: counts[name] }))
    .join(', ')
}

/** The empty outbox: “Everything is on the server” only if no edit is on this computer alone. */
function Empty({ counts }: { counts: OutboxCounts }) {
  const { t } = useT()
  const trouble = useStoreTrouble()
  if (countInOutbox(counts) > 0) return <Skeleton lines={4} />
  return (
    <Message
      kind="empty"
      title={t(
        trouble === null && countUnsent(counts) === 0 && counts.differs === 0
          ? 'galley:sync.nothing'
          : 'galley:sync.nothingToSend',
      )}
      body={t('galley:sync.nothingBody')}
    />
  )
}

/** The note that sending waits for a log-in; nothing while signed in. */
function SignedOutNote() {
  const { t } = useT()
  const login = useLoginInPlace()
  const waiting = useWaitingEdits()
  if (useConnection()?.status !== 'signed-out') return null
  return (
    <Note
      tone="warn"
      icon={LockKeyhole}
      title={t('galley:app.inPlace.note')}
      action={
        <Button size="row" onPress={login.open}>
          {t('authentication:login')}
        </Button>
      }
    >
      {waiting === 0
        ? t('galley:app.inPlace.noteNothing')
        : t('galley:app.inPlace.noteWaiting', { count: waiting })}
    </Note>
  )
}
