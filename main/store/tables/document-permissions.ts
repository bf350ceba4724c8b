import * as v from 'valibot'
import { makeRef, refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { documentPermissions, type KnownPermissions } from '../../../shared/cms/document-permissions.ts'
import { conditionOf, removalOf } from '../../../shared/cms/permissions.ts'
import { readJson, read } from '../../../shared/cms/read-value.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { sessionInfo, type SessionInfo } from '../../../shared/ipc.ts'
import { own, recordOf, sameJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { resolveRef } from './ids.ts'
import { matchesByRow, pathsIn } from '../lists/list-filter.ts'
import { valuesAt } from '../lists/list-values.ts'
import { getResource } from './resources.ts'
import type { Db } from './sql.ts'
import { all, one, run } from './sql.ts'
import type { BaseInput, StoreApi } from '../store-api.ts'
import type { ReadContext, StoreContext } from '../store-context.ts'

const kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    revision: v.nullable(v.string()),
    answer: documentPermissions,
    byLocale: v.exactOptional(recordOf(documentPermissions)),
    /** True if the user's general permissions have changed since. */
    isOfOtherRights: v.exactOptional(v.boolean()),
  }),
)

function readText(db: Db, ref: DocRef): string | null {
  const sql = 'SELECT permissions FROM documents WHERE kind = ? AND slug = ? AND id = ?'
  return one<{ permissions: string | null }>(db, sql, ref.kind, ref.slug, refId(ref))?.permissions ?? null
}

/** See StoreApi.putPermissions. */
export function putPermissions(
  { db, events }: StoreContext,
  { ref: asked, revision, locale, answer }: Parameters<StoreApi['putPermissions']>[0],
): void {
  const ref = resolveRef(db, asked)
  const before = readText(db, ref)
  const last = readAnswer(before, revision)
  const others = last.isOfNow ? last.byLocale : undefined
  const byLocale = locale === null ? others : { ...others, [locale]: answer }
  const text = JSON.stringify({ revision, answer, byLocale })
  if (before === text) return
  const sql =
    'UPDATE documents SET permissions = ? WHERE kind = ? AND slug = ? AND id = ? AND updated_at IS ?'
  if (run(db, sql, text, ref.kind, ref.slug, refId(ref), revision) > 0) events.changed(ref)
}

/** Called before a session is stored: if its permissions differ, stored answers about documents are outdated. */
export function outdatePermissions(
  context: StoreContext,
  { key, value }: Parameters<StoreApi['putResource']>[0],
): void {
  if (key !== 'session') return
  const before = getResource(context, key)?.value
  const permissionsIn = (session: Json) => readJson(read(session, 'permissions'))
  if (before === undefined || sameJson(permissionsIn(before), permissionsIn(value))) return
  const { db, events } = context
  const answered = all<{ kind: DocRef['kind']; slug: string; id: string }>(
    db,
    'SELECT kind, slug, id FROM documents WHERE permissions IS NOT NULL',
  )
  run(
    db,
    `UPDATE documents SET permissions = json_set(permissions, '$.isOfOtherRights', json('true'))
     WHERE json_valid(permissions)`,
  )
  for (const { kind, slug, id } of answered) events.changed(makeRef(kind, slug, id))
}

type Judged = Pick<BaseInput, 'ref' | 'data' | 'updatedAt' | 'status'>

/** The known permissions of the user for a document. */
export function permissionsOf(context: ReadContext, document: Judged): KnownPermissions {
  const answer = readAnswer(readText(context.db, document.ref), document.updatedAt)
  return known(answer, () =>
    fulfilledBy(readConditions(context), context.site.fields(document.ref), document),
  )
}

/**
 * The permissions for a list row, by its values. `text`: the stored answer. Null: only the permissions for all
 * documents are known.
 */
export function permissionsOfRow(
  { site }: ReadContext,
  conditions: Conditions | null,
  row: Judged,
  text: string | null,
): KnownPermissions | null {
  const answer = readAnswer(text, row.updatedAt)
  const found = known(answer, () => fulfilledBy(conditions, site.fields(row.ref), row))
  const { fulfils } = found
  return found.answer === null && fulfils.update === null && fulfils.delete === null ? null : found
}

type Answer = Pick<KnownPermissions, 'answer' | 'byLocale' | 'isOfNow'>

/** Parses a stored answer; an unreadable one counts as none. */
function readAnswer(text: string | null, revision: string | null): Answer {
  const parsed = v.safeParse(kept, text)
  if (!parsed.success) return { answer: null, isOfNow: false }
  const { answer, byLocale, revision: of, isOfOtherRights } = parsed.output
  const isOfNow = of === revision && isOfOtherRights !== true
  return { answer, ...(byLocale && { byLocale }), isOfNow }
}

function known(answer: Answer, fulfils: () => KnownPermissions['fulfils']): KnownPermissions {
  return { ...answer, fulfils: answer.isOfNow ? { update: null, delete: null } : fulfils() }
}

/** The session's permissions for all entities, with their conditions. */
export type Conditions = SessionInfo['permissions']

export function readConditions({ db }: Pick<ReadContext, 'db'>): Conditions | null {
  return conditionsIn(getResource({ db }, 'session')?.value)
}

export function conditionsIn(session: Json | undefined): Conditions | null {
  const parsed = v.safeParse(sessionInfo, session)
  return parsed.success ? parsed.output.permissions : null
}

/** The site's base filter of a collection's lists, from the stored session; null: none. */
export function readBaseFilter({ db }: Pick<ReadContext, 'db'>, slug: string): JsonObject | null {
  const parsed = v.safeParse(sessionInfo, getResource({ db }, 'session')?.value)
  return (parsed.success && own(parsed.output.baseFilters, slug)) || null
}

/** Judges the conditions by the local document; in the trash, deleting is for good. Null: not known. */
export function fulfilledBy(
  conditions: Conditions | null,
  fields: Field[],
  { ref, data, updatedAt, status }: Judged,
  isInTrash = false,
): KnownPermissions['fulfils'] {
  if (conditions === null) return { update: null, delete: null }
  const row = { id: refId(ref), data, updatedAt, status }
  const holds = (operation: 'update' | 'delete' | 'trash'): boolean | null => {
    const where = conditionOf(conditions, ref.kind, ref.slug, operation)
    if (where === null) return null
    // The server does not send this field, so the condition cannot be judged.
    const isKnown = pathsIn(where).every((path) => own(data, path.split('.')[0] ?? '') !== undefined)
    return isKnown ? matchesByRow(where, (path) => valuesAt(fields, row, path, null, true)) : null
  }
  const removal = isInTrash ? 'delete' : removalOf(conditions, ref.kind, ref.slug)
  return { update: holds('update'), delete: holds(removal) }
}
