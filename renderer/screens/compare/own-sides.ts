import { ON_SCREEN } from '../../../shared/cms/routes.ts'
import type { DocumentSchema } from '../../../shared/fields/field-type.ts'
import { effectiveDocument } from '../../../shared/document/effective.ts'
import type { DocumentView, VersionContent, VersionRow } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'

type Here = Extract<VersionContent, { outcome: 'here' }>

/** Used in the address instead of a version id: the document without the edits of this computer. */
export const SAVED = 'saved'

/** Returns the document with its draft and unsent entries, in the shape of a version. */
export function onScreenSide(schema: DocumentSchema, view: DocumentView): Here {
  const { base, entries, draft, adjusted } = view
  const { data } = effectiveDocument(schema, { base: base.data, entries, draft, adjusted })
  return sideOf(ON_SCREEN, view, data)
}

/** Returns the document as last read from the server, in the shape of a version. */
export function savedSide(view: DocumentView): Here {
  return sideOf(SAVED, view, view.base.data)
}

function sideOf(id: string, { base }: DocumentView, data: JsonObject): Here {
  const version: VersionRow = {
    id,
    updatedAt: base.updatedAt ?? '',
    status: null,
    autosave: false,
    publishedLocale: null,
    latest: false,
  }
  return { outcome: 'here', gone: false, version, data }
}
