import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import { createDocumentForm, type DocumentForm } from './document-form.ts'
import type { AskServer } from './server-rules.ts'
import type { ViewState } from './view-state.ts'

type ShownFormOptions = {
  entity: Collection | Global
  types: FieldTypes
  /** The view whose base the form shows. */
  view: Pick<DocumentView, 'ref' | 'isGone' | 'base' | 'permissions'>
  /** Shares folds and tabs with another form of the document. */
  viewState?: ViewState
  askServer?: AskServer
}

/** Creates a read-only form of another version of a document. Nothing of it is written. */
export function createShownForm({ view, askServer, ...options }: ShownFormOptions): DocumentForm {
  return createDocumentForm({
    ...options,
    view: {
      ...view,
      isNew: false,
      entries: [],
      moves: [],
      draft: null,
      adjusted: [],
      foreignWrites: 0,
      differences: [],
      state: { kind: 'saved' },
    },
    deps: {
      putDraft: async () => null,
      readView: async () => null,
      discardDocument: async () => undefined,
      commitDraft: async () => ({ key: null, savedAt: null }),
      ...(askServer && { askServer }),
    },
  })
}
