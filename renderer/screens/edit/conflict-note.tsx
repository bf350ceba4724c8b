import { GitCompareArrows } from 'lucide-react'
import type { Conflict } from '../../../shared/document/change.ts'
import { publishes, type OutboxEntry } from '../../../shared/sync/entry.ts'
import { waysOutOf } from '../../../shared/sync/ways-out.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocumentState, useForm } from '../../form/form-context.tsx'
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
import { troubleId } from './trouble-id.ts'
import { useShownConflicts } from './use-shown-conflicts.ts'
import { useOwnEntryActions } from './use-own-entry-actions.ts'

const none: readonly Conflict[] = []

/** Fields that both sides changed: what was there, both values, a choice for each; nothing leaves before (SY7). */
export function ConflictNote({ entry, session }: { entry: OutboxEntry; session: DocumentSession }) {
  const { t, formatMoment } = useT()
  const form = useForm()
  const actions = useOwnEntryActions(entry, session)
  // The server does not say who wrote it, only when.
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
