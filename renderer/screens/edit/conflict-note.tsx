import { GitCompareArrows } from 'lucide-react'
import type { Conflict } from '../../../shared/document/change.ts'
import { publishes, type OutboxEntry } from '../../../shared/sync/entry.ts'
import { waysOutOf } from '../../../shared/sync/ways-out.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocumentState, useForm, useDocument, useSecondForm } from '../../form/form-context.tsx'
import { useValueContext } from '../../fields/use-value-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { Note } from '../../ui/note/note.tsx'
import { conflictText } from '../../unsent/change-text.ts'
import { ConflictChoices } from '../../unsent/conflict-choices.tsx'
import { pathLabel } from '../../unsent/entry-words.ts'
import styles from './document-notes.module.css'
import { useConflictChoices } from '../../unsent/use-conflict-choices.ts'
import { WayButtons } from '../../unsent/way-buttons.tsx'
import { useChangeNames } from '../../unsent/use-change-names.ts'
import { troubleId } from './trouble-note.tsx'
import { useOwnEntryActions } from './use-own-actions.ts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { shownConflicts, type ShownConflict } from '../../../shared/document/shown-conflict.ts'
import { sameJson } from '../../../shared/json.ts'

const none: readonly Conflict[] = []

/** The note of an entry's conflicts: both values and a choice per field. The entry waits for it (SY7). */
export function ConflictNote({ entry, session }: { entry: OutboxEntry; session: DocumentSession }) {
  const { t, formatMoment } = useT()
  const form = useForm()
  const actions = useOwnEntryActions(entry, session)
  // The server's revision has a time, but no author.
  const revision = useDocumentState(({ view }) => view.base.updatedAt)
  const conflicts = useShownConflicts(entry.problem?.conflicts ?? none)
  const { chosen, choices, shown, open, choose } = useConflictChoices(entry.key, conflicts)
  const { fields } = form
  const data = form.data()
  const context = useValueContext(useChangeNames({ fields, data }, conflicts))
  return (
    <Note
      id={troubleId(entry)}
      tone="warn"
      icon={GitCompareArrows}
      title={
        revision === null
          ? t('galley:edit.conflictIn', { count: conflicts.length })
          : t('galley:edit.conflictSince', {
              count: conflicts.length,
              when: formatMoment(revision),
            })
      }
    >
      {entry.locale !== null && entry.locale !== form.locale && <LocaleBadge code={entry.locale} />}{' '}
      {t('galley:edit.conflictBody')}
      <div className={styles['conflicts']}>
        <ConflictChoices
          conflicts={conflicts}
          chosen={chosen}
          onChoose={choose}
          labelOf={(path) => pathLabel(fields, path, context, data)}
          document={{ fields, data }}
          context={context}
          textOf={conflictText({ fields, data }, conflicts, entry.locale, context)}
          times={{ mine: entry.createdAt, theirs: revision }}
        />
      </div>
      <div className={styles['actions']}>
        <span role="status" className={styles['count']}>
          {open > 0
            ? t('galley:sync.stillToDecide', { open, number: conflicts.length })
            : t('galley:sync.allDecided')}
        </span>
        <WayButtons
          ways={waysOutOf(entry)}
          actions={actions}
          href={null}
          decide={{ open, publishes: publishes(entry.mode), onPress: () => actions.retry(choices, shown) }}
        />
      </div>
      {actions.dialog}
    </Note>
  )
}

/**
 * Returns the conflicts with the present values of their fields; the same array until one of them changes.
 */
function useShownConflicts(conflicts: readonly Conflict[]): ShownConflict[] {
  const document = useDocument()
  const form = useForm()
  const second = useSecondForm()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [form, ...(second ? [second] : [])].flatMap((one) =>
        conflicts.map(({ path }) => one.subscribeWithin(path, listener)),
      )
      return [...stops, document.subscribe(listener)].reduce((all, stop) => () => {
        all()
        stop()
      })
    },
    [document, form, second, conflicts],
  )
  const read = useMemo(
    () => readAnew(() => shownConflicts(document.entity.fields, document.data(), conflicts)),
    [document, conflicts],
  )
  return useSyncExternalStore(subscribe, read)
}

/** Returns a reader that keeps giving its last list while the content is equal. */
function readAnew(read: () => ShownConflict[]): () => ShownConflict[] {
  let last: ShownConflict[] = []
  return () => {
    const next = read()
    if (!sameJson(last, next)) last = next
    return last
  }
}
