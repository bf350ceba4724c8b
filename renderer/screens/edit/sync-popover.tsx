import { memo, useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components'
import { useSearchParams } from 'react-router-dom'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { isFailing } from '../../../shared/sync/queue.ts'
import { generalWords } from '../../../shared/sync/server-error.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { entriesInTrouble, movesInTrouble } from '../../form/queued-states.ts'
import { withoutNode } from '../../form/typed-inputs.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import { syncWords, type SyncStateValue } from '../../ui/sync-state/sync-words.ts'
import {
  changedFields,
  modeIcon,
  modeWords,
  MOVE,
  pathLabel,
  problemWords,
} from '../../unsent/entry-words.ts'
import styles from './sync-popover.module.css'
import { DocumentDates } from './document-dates.tsx'
import { useIsOnScreen } from './editor-place.ts'
import { publishToTakeBack } from './document-status.ts'
import { troubleId } from './trouble-note.tsx'
import { useCalmState } from './use-calm-state.ts'
import { focusIn } from './use-lead-to.ts'
import { useTakeBackPublish } from '../../unsent/use-unsent-actions.tsx'

/**
 * The document's state line; a press lists the entries in the order in which they leave (SY16), and shows the time of
 * the last save.
 */
export function SyncPopover() {
  return <Line state={useCalmState()} />
}

/** Returns the unsent edits of the document, and the first problem that holds them back. */
function useUnsentHere() {
  const entries = useDocumentState(({ view }) => view.entries)
  const moves = useDocumentState(({ view }) => view.moves)
  const dirty = useDocumentState((snapshot) => snapshot.dirty)
  const isNew = useDocumentState(({ view }) => view.isNew)
  const publish = useDocumentState(({ view }) => publishToTakeBack(view))
  const trouble = useDocumentState(({ view }) => entriesInTrouble(view)[0] ?? movesInTrouble(view)[0] ?? null)
  const queued = entries.length + moves.length
  return { entries, moves, isNew, publish, trouble, queued, hasEdits: queued > 0 || dirty }
}

const Line = memo(function Line({ state }: { state: SyncStateValue }) {
  const { t } = useT()
  const unsent = useUnsentHere()
  const { entries, moves, isNew, publish, trouble, queued, hasEdits } = unsent
  const publishWords = usePublishWords()
  const [isOpen, setOpen] = useState(false)
  const isOnScreen = useIsOnScreen()
  // A new document without edits has nothing to send, so it has no state.
  if (!hasEdits && isNew) return <span role="status" />
  const words = syncWords(state, t)
  const text = publish !== null && state !== 'edited' && state.kind === 'waiting' ? publishWords : words.text
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {/* The trigger opens the popover; the press does nothing. */}
      <SyncState state={state} text={text} onPress={() => undefined} />
      <Popover placement="bottom end" className={styles['popover']}>
        <Dialog aria-label={text} className={styles['dialog'] ?? ''}>
          <div className={styles['head']}>
            <Icon icon={words.icon} />
            <div>
              {trouble !== null ? (
                <Trouble entry={trouble} />
              ) : (
                <>
                  <p className={styles['title']}>
                    {queued > 0 ? t('galley:edit.waiting.title', { count: queued }) : text}
                  </p>
                  {/* An edit that is still being written does not count as saved. */}
                  {hasEdits && state !== 'edited' && (
                    <p className={styles['body']}>
                      {queued > 0 ? t('galley:edit.waiting.body') : <NotQueued />}
                    </p>
                  )}
                </>
              )}
            </div>
          </div>
          {hasEdits && (
            <ol className={styles['list']}>
              {entries.map((entry, index) => (
                <EntryLine key={entry.key} entry={entry} number={index + 1} />
              ))}
              {moves.map((move) => (
                <EntryLine key={move.key} entry={move} number={null} />
              ))}
              <EditedLine />
            </ol>
          )}
          <DocumentDates />
          {hasEdits && (queued > 0 || (isOnScreen && !isNew)) && (
            <Foot unsent={unsent} onClose={() => setOpen(false)} />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
})

type FootProps = { unsent: ReturnType<typeof useUnsentHere>; onClose: () => void }

/** The buttons that lead to the problem, the edits and the outbox, or take a publish back. */
function Foot({ unsent: { trouble, publish, isNew, queued }, onClose }: FootProps) {
  const { t } = useT()
  const takeBack = useTakeBackPublish()
  const form = useDocument()
  const isOnScreen = useIsOnScreen()
  const [params] = useSearchParams()
  // Focuses in the next frame, since the popover keeps the focus until it is closed.
  const resolve = (place: string) => {
    onClose()
    requestAnimationFrame(() => {
      const note = document.getElementById(place)
      if (note !== null) focusIn(note)
    })
  }
  return (
    <div className={styles['foot']}>
      {trouble?.state === 'parked' && (
        <Button size="header" onPress={() => resolve(troubleId(trouble))}>
          {t('galley:edit.resolve')}
        </Button>
      )}
      {publish !== null && (
        <Button
          size="header"
          onPress={() => {
            // The button disappears with the publish, and would lose the focus.
            onClose()
            takeBack(publish)
          }}
        >
          {t('galley:edit.takeBackPublish')}
        </Button>
      )}
      {isOnScreen && !isNew && (
        <ButtonLink
          to={adminRoutes.onScreen(form.getRef()) + localeSuffix(params.get('locale'))}
          size="header"
        >
          {t('galley:compare.showEdits')}
        </ButtonLink>
      )}
      {queued > 0 && (
        <ButtonLink to={adminRoutes.outbox()} size="header">
          {t('galley:edit.openOutbox')}
        </ButtonLink>
      )}
    </div>
  )
}

/** The problem of the first entry or move that cannot continue; entries behind an entry wait for it (U23). */
function Trouble({ entry }: { entry: OutboxEntry | QueuedMove }) {
  const { t, label, formatTime } = useT()
  const document = useDocument()
  const conflicts = entry.problem?.conflicts.length ?? 0
  const failing = isFailing(entry)
  const said = entry.problem === null ? '' : generalWords(entry.problem)
  return (
    <>
      <p className={styles['title']}>
        {conflicts > 0
          ? t('galley:edit.conflictIn', { count: conflicts })
          : t(failing ? 'galley:edit.notYetDone' : 'galley:edit.notDone', {
              what: modeWords('mode' in entry ? entry : MOVE, t),
              time: formatTime(failing ? entry.createdAt : entry.updatedAt),
            })}
      </p>
      <p className={styles['body']}>
        {conflicts > 0 ? t('galley:edit.conflictBody') : problemWords(entry, t)}
      </p>
      {said !== '' && (
        <p className={styles['body']}>
          {t('galley:sync.server')}: {t('galley:sync.quoted', { words: said })}
        </p>
      )}
      {entry.problem?.fields.map(
        ({ path, message }) =>
          message !== '' && (
            <p key={`${path} ${message}`} className={styles['body']}>
              <bdi>
                {pathLabel(document.entity.fields, withoutNode(path).path, { t, label }, document.data())}
              </bdi>
              : {t('galley:sync.quoted', { words: message })}
            </p>
          ),
      )}
    </>
  )
}

/** The reason that edits are not queued: nobody saved them, or the site refuses invalid drafts. */
function NotQueued() {
  const { t } = useT()
  const document = useDocument()
  const { locale } = useContentLocale()
  const isInvalid = useDocumentState(
    () =>
      document.entity.versions?.validatesDrafts === true &&
      [locale, ...document.uncheckedLocales()].some((code) => !document.inLocale(code).isValid()),
  )
  return t(isInvalid ? 'galley:edit.waiting.invalid' : 'galley:edit.waiting.notQueued')
}

/** The line of edits that are in no entry yet. */
function EditedLine() {
  const { t, label } = useT()
  const document = useDocument()
  const paths = useDocumentState(() =>
    [...document.changes(), ...document.typed()].map(({ path }) => withoutNode(path).path).join('\n'),
  )
  if (paths === '') return null
  const names = paths
    .split('\n')
    .map((path) => pathLabel(document.entity.fields, path, { t, label }, document.data()))
  return (
    <li className={styles['line']}>
      <span className={styles['number']} />
      <Icon icon={syncWords('edited', t).icon} />
      <span className={styles['what']}>
        {t('galley:edit.waiting.edited')}{' '}
        <span className={styles['fields']}>{[...new Set(names)].join(', ')}</span>
      </span>
    </li>
  )
}

/** Returns the text for the time of a queued publish. */
function usePublishWords(): string {
  const { t } = useT()
  switch (useConnection()?.status) {
    case 'offline':
      return t('galley:app.sync.publishesWhenOnline')
    case 'signed-out':
      return t('galley:app.sync.publishesAfterLogin')
    default:
      return t('galley:app.sync.waitingToPublish')
  }
}

function EntryLine({ entry, number }: { entry: OutboxEntry | QueuedMove; number: number | null }) {
  const { t, label, formatTime } = useT()
  const schema = useSchema()
  const what = 'mode' in entry ? entry : MOVE
  const fields = 'mode' in entry ? changedFields(entry, schema, { t, label }) : []
  return (
    <li className={styles['line']}>
      <span className={styles['number']}>{number}</span>
      <Icon icon={modeIcon(what)} />
      <span className={styles['what']}>
        {modeWords(what, t)} <span className={styles['fields']}>{fields.join(', ')}</span>
      </span>
      <time dateTime={entry.updatedAt} className={styles['time']}>
        {formatTime(entry.updatedAt)}
      </time>
    </li>
  )
}
