import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Change, Conflict } from '../../../shared/document/change.ts'
import { effectiveDocument, queuedDocument } from '../../../shared/document/effective.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { shownConflicts } from '../../../shared/document/shown-conflict.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import type { FieldTypes, TextContext } from '../../../shared/fields/field-type.ts'
import type { DocumentView, OutboxDocument } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { publishes, type OutboxEntry } from '../../../shared/sync/entry.ts'
import { waysOutOf } from '../../../shared/sync/ways-out.ts'
import { useDocumentQuery } from '../../data/queries.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useValueContext } from '../../fields/use-value-context.ts'
import { wordsOfChange } from '../../fields/words-at.ts'
import { useT } from '../../i18n/use-t.ts'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { Note } from '../../ui/note/note.tsx'
import { ChangeDetail } from './change-diff.tsx'
import { conflictText, nodeAt } from '../../unsent/change-text.ts'
import { ConflictChoices } from '../../unsent/conflict-choices.tsx'
import type { EntryStateWords } from './entry-state.tsx'
import { UnsentDetail } from './unsent-detail.tsx'
import { entityOf, modeWords, pathLabel } from '../../unsent/entry-words.ts'
import styles from './entry-detail.module.css'
import { useChangeNames } from '../../unsent/use-change-names.ts'
import { useConflictChoices } from '../../unsent/use-conflict-choices.ts'
import { useCreateAgain } from './use-create-again.ts'
import { useEntryActions } from '../../unsent/use-unsent-actions.tsx'

/** True if a change consists only of conflicts: the field, or the added and removed rows. */
function isDecidedAbove(change: Change, conflicts: readonly Conflict[]): boolean {
  if (change.kind === 'set') return conflicts.some(({ path }) => path === change.path)
  const rows = [...Object.keys(change.added), ...Object.keys(change.removed)]
  return (
    rows.length > 0 && rows.every((id) => conflicts.some(({ path }) => path === joinPath(change.path, id)))
  )
}

/** Returns the document with all that is unsent, later entries and the draft included. */
function dataNow(
  fields: Field[],
  types: FieldTypes,
  { base, entries, draft, adjusted }: DocumentView,
): JsonObject {
  return effectiveDocument({ fields, types }, { base: base.data, entries, draft, adjusted }).data
}

export type EntryDetailProps = {
  entry: OutboxEntry
  document: OutboxDocument
  title: string
  state: EntryStateWords
  /** Titles of documents that only this computer has. */
  nameOf: TextContext['nameOf']
}

/** The details of an entry: its problem, its changes, and the actions on it (SY10). */
export function EntryDetail({ entry, document, title, state, nameOf }: EntryDetailProps) {
  const { t } = useT()
  const schema = useSchema()
  const view = useDocumentQuery(entry.ref).data
  const actions = useEntryActions(entry, document, title, useCreateAgain(entry.ref))

  const fields = entityOf(schema, entry.ref)?.fields ?? null
  const earlier = document.entries.filter((one) => one.seq <= entry.seq)
  const data = fields === null ? {} : queuedDocument(fields, view?.base.data ?? {}, earlier)
  const decided = [...entry.changes, ...(entry.problem?.conflicts ?? [])]
  const context = useValueContext(useChangeNames({ fields, data }, decided, nameOf))
  const labelOf = (path: string) => (fields === null ? path : pathLabel(fields, path, context, data))
  const { problem } = entry
  const types = useFieldTypes()
  const conflicts =
    view && fields !== null
      ? shownConflicts(fields, dataNow(fields, types, view), problem?.conflicts ?? [])
      : (problem?.conflicts ?? [])
  const { chosen, choices, shown, open, choose } = useConflictChoices(entry.key, conflicts)
  // Conflicts are shown above; these changes need no decision.
  const rest = entry.changes.filter((change) => !isDecidedAbove(change, conflicts))

  return (
    <UnsentDetail
      of={entry}
      what={modeWords(entry, t)}
      state={state}
      ways={waysOutOf(entry)}
      actions={actions}
      decide={{ open, publishes: publishes(entry.mode), onPress: () => actions.retry(choices, shown) }}
      ofFields={problem?.fields.map(({ path, message }) => (
        <Note key={`${path} ${message}`} tone="bad" icon={OctagonAlert} title={labelOf(path)}>
          {message !== '' && (
            <>
              <br />
              <span dir="auto">{message}</span>
            </>
          )}
        </Note>
      ))}
      decisions={
        conflicts.length > 0 && (
          <Decisions open={open} count={conflicts.length}>
            <ConflictChoices
              conflicts={conflicts}
              chosen={chosen}
              onChoose={choose}
              labelOf={labelOf}
              document={{ fields, data }}
              context={context}
              textOf={conflictText({ fields, data }, conflicts, entry.locale, context)}
              times={{ mine: entry.createdAt, theirs: view?.base.updatedAt ?? null }}
            />
          </Decisions>
        )
      }
    >
      <ChangesHead entry={entry} rest={rest} hasConflicts={conflicts.length > 0} />
      {rest.map((change) => (
        <ChangeDetail
          key={`${change.kind} ${change.path}`}
          change={change}
          label={labelOf(change.path)}
          node={nodeAt(fields, change, data)}
          locale={entry.locale}
          words={wordsOfChange(context, { fields, data }, change, entry.changes)}
        />
      ))}
    </UnsentDetail>
  )
}

/** The conflicts of the entry; `open`: number of those that are not decided. */
function Decisions(props: { open: number; count: number; children: ReactNode }) {
  const { open, count, children } = props
  const { t } = useT()
  return (
    <section className={styles['section']}>
      <h2 className={styles['heading']}>
        {t('galley:sync.state.conflict')}
        <span className={styles['end']} role="status">
          {open === 0 ? t('galley:sync.allDecided') : t('galley:sync.stillToDecide', { open, number: count })}
        </span>
      </h2>
      {children}
    </section>
  )
}

type ChangesHeadProps = {
  entry: OutboxEntry
  /** The changes that need no decision. */
  rest: readonly Change[]
  hasConflicts: boolean
}

/** The heading of the changes that need no decision, or the words for an entry without changes. */
function ChangesHead({ entry, rest, hasConflicts }: ChangesHeadProps) {
  const { t, formatDate } = useT()
  const { localization } = useSchema()
  if (entry.problem?.code === 'broken') return null
  const count = new Set(rest.map(({ path }) => path)).size
  return (
    <>
      {(rest.length > 0 || !hasConflicts) && (
        <h2 className={styles['heading']}>
          {t(hasConflicts ? 'galley:sync.alsoChanges' : 'galley:sync.wouldChange')}
          {count > 0 && entry.locale !== null && localization !== null && <LocaleBadge code={entry.locale} />}
          {count > 0 && <span className={styles['end']}>{t('galley:sync.fields', { count })}</span>}
        </h2>
      )}
      {entry.changes.length === 0 && (
        <p className={styles['explains']}>
          {entry.restores !== undefined
            ? t('galley:sync.wholeVersion', { date: formatDate(entry.restores.madeAt) })
            : t(entry.mode === 'delete' ? 'galley:sync.wholeDocument' : 'galley:sync.noChanges')}
        </p>
      )}
    </>
  )
}
