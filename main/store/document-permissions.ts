import * as v from 'valibot'
import { refId, type DocRef } from '../../shared/cms/doc-ref.ts'
import { documentPermissions, type KnownPermissions } from '../../shared/cms/document-permissions.ts'
import { conditionOf } from '../../shared/cms/permissions.ts'
import { sessionInfo } from '../../shared/ipc.ts'
import { own } from '../../shared/json.ts'
import { resolveRef } from './ids.ts'
import { matchesWhere, pathsIn } from './list-filter.ts'
import { valuesAt } from './list-values.ts'
import { getResource } from './resources.ts'
import type { Db } from './sql.ts'
import { one, run } from './sql.ts'
import type { BaseInput, StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'

const kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ revision: v.nullable(v.string()), answer: documentPermissions }),
)

function readText(db: Db, ref: DocRef): string | null {
  const sql = 'SELECT permissions FROM documents WHERE kind = ? AND slug = ? AND id = ?'
  return one<{ permissions: string | null }>(db, sql, ref.kind, ref.slug, refId(ref))?.permissions ?? null
}

/** See StoreApi.putPermissions. */
export function putPermissions(
  { db, events }: StoreContext,
  { ref: asked, revision, answer }: Parameters<StoreApi['putPermissions']>[0],
): void {
  const ref = resolveRef(db, asked)
  const text = JSON.stringify({ revision, answer })
  if (readText(db, ref) === text) return
  const sql =
    'UPDATE documents SET permissions = ? WHERE kind = ? AND slug = ? AND id = ? AND updated_at IS ?'
  if (run(db, sql, text, ref.kind, ref.slug, refId(ref), revision) > 0) events.changed(ref)
}

type Judged = Pick<BaseInput, 'ref' | 'data' | 'updatedAt' | 'status'>

/** What is known of what the user may do with a document. An answer that cannot be read is none. */
export function permissionsOf(context: StoreContext, document: Judged): KnownPermissions {
  const parsed = v.safeParse(kept, readText(context.db, document.ref))
  const found = parsed.success ? parsed.output : null
  const isOfNow = found !== null && found.revision === document.updatedAt
  const fulfils = isOfNow ? { update: null, delete: null } : conditionsOf(context, document)
  return { answer: found?.answer ?? null, isOfNow, fulfils }
}

/** Whether the document as it is here fulfils the conditions under which the user may do something to all of its kind. */
function conditionsOf(context: StoreContext, document: Judged): KnownPermissions['fulfils'] {
  const session = v.safeParse(sessionInfo, getResource(context, 'session')?.value)
  if (!session.success) return { update: null, delete: null }
  const { ref, data, updatedAt, status } = document
  const fields = context.site.fields(ref)
  const row = { id: refId(ref), data, updatedAt, status }
  const holds = (operation: 'update' | 'delete'): boolean | null => {
    const where = conditionOf(session.output.permissions, ref.kind, ref.slug, operation)
    if (where === null) return null
    // What the server keeps to itself is not here, and nobody can tell.
    const isKnown = pathsIn(where).every((path) => own(data, path.split('.')[0] ?? '') !== undefined)
    return isKnown ? matchesWhere(where, (path) => valuesAt(fields, row, path, null)) : null
  }
  return { update: holds('update'), delete: holds('delete') }
}
