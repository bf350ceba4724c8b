import type { TextContext, FieldTypes } from '../../../shared/fields/field-type.ts'
import type { OutboxDocument, DocumentView } from '../../../shared/ipc.ts'
import { cellKey, type Change } from '../../../shared/document/change.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { draftStateOf, waysOut } from '../../../shared/sync/ways-out.ts'
import { galley } from '../../data/bridge.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useDocumentQuery } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useValueContext } from '../../fields/use-value-context.ts'
import { wordsOfChange } from '../../fields/words-at.ts'
import { withoutNode } from '../../form/typed-inputs.ts'
import { useT } from '../../i18n/use-t.ts'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import { ChangeDetail } from './change-diff.tsx'
import { nodeAt } from '../../unsent/change-text.ts'
import { pathLabel, entityOf } from '../../unsent/entry-words.ts'
import styles from './entry-detail.module.css'
import { useChangeNames } from '../../unsent/use-change-names.ts'
import { useCreateAgain } from './use-create-again.ts'
import { draftText, useDraftActions } from '../../unsent/use-unsent-actions.tsx'
import { WayButtons } from '../../unsent/way-buttons.tsx'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Field, SiteSchema } from '../../../shared/cms/schema-model.ts'
import { effectiveDocument } from '../../../shared/document/effective.ts'
import type { JsonObject } from '../../../shared/json.ts'

export type DraftDetailProps = { document: OutboxDocument; title: string; nameOf: TextContext['nameOf'] }

/** The details of a draft in no entry: its changes, and the actions on it. */
export function DraftDetail({ document, title, nameOf }: DraftDetailProps) {
  const { t, formatTime } = useT()
  const schema = useSchema()
  const types = useFieldTypes()
  const { ref, isNew, isGone } = document
  const view = useDocumentQuery(ref).data ?? null
  const { fields, changes, queued, data } = documentSides(schema, types, ref, view)
  const context = useValueContext(useChangeNames({ fields, data }, changes, nameOf))
  const typed = view?.draft?.typed ?? []
  const labelOf = (path: string) => (fields === null ? path : pathLabel(fields, path, context, data))
  const actions = useDraftActions({
    isNew,
    title,
    fields: [...new Set([...changes, ...typed].map(({ path }) => labelOf(withoutNode(path).path)))],
    text: () => draftText(title, ref, { changes, typed }, data),
    drop: () => galley.call('drafts.discard', { ref }),
    createAgain: useCreateAgain(ref),
  })
  return (
    <>
      <section className={styles['section']}>
        <h2 className={styles['heading']}>
          {t('galley:sync.draft')}
          {view?.draft && <span className={styles['when']}>{formatTime(view.draft.savedAt)}</span>}
        </h2>
        {isGone && <SyncState state={document.state} compact />}
        <p className={styles['explains']}>
          {t(isGone ? 'galley:sync.problem.deleted' : 'galley:sync.draftHint')}
        </p>
      </section>
      {typed.length > 0 && (
        <section className={styles['section']}>
          <h2 className={styles['heading']}>{t('galley:sync.noValueYet')}</h2>
          {typed.map((one) => (
            <p key={cellKey(one)} className={styles['explains']}>
              {labelOf(withoutNode(one.path).path)}
              {one.kind === 'text' && <bdi>: {one.text}</bdi>}
            </p>
          ))}
        </section>
      )}
      {(changes.length > 0 || typed.length === 0) && (
        <section className={styles['section']}>
          <h2 className={styles['heading']}>{t('galley:sync.wouldChange')}</h2>
          {changes.map((change) => (
            <ChangeDetail
              key={`${change.kind} ${change.locale ?? ''} ${change.path}`}
              change={change}
              label={labelOf(change.path)}
              node={nodeAt(fields, change, { ...queued, ...data })}
              locale={change.locale}
              words={wordsOfChange(context, { fields, data }, change, changes)}
            />
          ))}
        </section>
      )}
      <div className={styles['actions']}>
        <WayButtons
          ways={waysOut[draftStateOf({ isNew, isGone })]}
          actions={actions}
          href={adminRoutes.document(ref)}
        />
      </div>
      {actions.dialog}
    </>
  )
}

export type DocumentSides = {
  /** Null: the schema does not have the collection or global any more. */
  fields: Field[] | null
  /** The draft, rebased onto the base and the queued entries. */
  changes: readonly Change[]
  /** The document in all locales: without the draft (`queued`) and with it (`data`). */
  queued: JsonObject
  data: JsonObject
}

/** Returns a document without and with its draft; empty if it is not read yet. */
export function documentSides(
  schema: SiteSchema,
  types: FieldTypes,
  ref: DocRef,
  view: DocumentView | null,
): DocumentSides {
  const fields = entityOf(schema, ref)?.fields ?? null
  if (view === null) return { fields, changes: [], queued: {}, data: {} }
  const { queued, data, draft } = effectiveDocument(
    { fields: fields ?? [], types },
    { base: view.base.data, entries: view.entries, draft: view.draft, adjusted: view.adjusted },
  )
  return { fields, changes: draft.changes, queued, data }
}
