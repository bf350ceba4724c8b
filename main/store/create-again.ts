import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import { withFreshRows } from '../../shared/document/row-operations.ts'
import type { JsonObject } from '../../shared/json.ts'
import { discardDocument } from './discard.ts'
import { createDocument, requireDocument } from './documents.ts'
import { readDraft } from './draft-rows.ts'
import { commitDraft } from './drafts.ts'
import { resolveRef } from './ids.ts'
import { readEntries } from './outbox-rows.ts'
import type { StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'
import { StoreError } from './store-error.ts'

/** What belongs to the old document and not to what is in it. */
const OWN: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'])

/** See StoreApi.createAgain. */
export function createAgain(context: StoreContext, input: Parameters<StoreApi['createAgain']>[0]): DocRef {
  const { db, site } = context
  const ref = resolveRef(db, input.ref)
  const document = requireDocument(db, ref)
  const entity = site.entity(ref)
  if (entity?.kind !== 'collection') throw new StoreError('no-document', 'There is no such collection')
  const schema = site.documentSchema(ref)
  const { data } = effectiveDocument(schema, {
    base: document.data,
    entries: readEntries(db, ref),
    draft: readDraft(db, ref),
    adjusted: document.adjusted,
  })
  const made = createDocument(context, { slug: entity.slug, id: input.id, data: {} })
  // Rows keep their ids in the old document, which may still be there for others.
  const content = withFreshRows(schema.fields, withoutOwn(data))
  const changes = changesBetween(schema.fields, {}, content)
  const mode = entity.versions?.drafts ? 'draft' : 'save'
  commitDraft(context, { ref: made, locale: input.locale, changes, mode })
  if (document.isGone) discardDocument(context, ref)
  return made
}

function withoutOwn(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !OWN.has(name)))
}
