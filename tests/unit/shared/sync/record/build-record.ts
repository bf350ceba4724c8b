import type { Field } from '../../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import type { DocumentRecord, RecordSite } from '../../../../../shared/sync/record/document-record.ts'

const NOW = '2026-01-01T00:00:00.000Z'

/** A site of which only the fields are known. */
export function siteOf(fields: Field[], isPrepared: RecordSite['isPrepared'] = () => false): RecordSite {
  let nextId = 0
  return {
    entity: null,
    schema: { fields, types: fieldTypes },
    localization: null,
    orders: () => [],
    storable: (data) => data,
    mayRead: () => true,
    now: NOW,
    newId: () => `key-${(nextId += 1)}`,
    isPrepared,
  }
}

/** A document that the server has, and nothing unsent of it. */
export function recordOf(data: JsonObject): DocumentRecord {
  return {
    base: {
      ref: { kind: 'collection', slug: 'posts', id: '1' },
      data,
      updatedAt: NOW,
      status: 'draft',
      hasPublished: false,
      isNew: false,
      isGone: false,
      fetchedAt: NOW,
      adjusted: [],
    },
    entries: [],
    draft: null,
  }
}
