import type { NamedBase } from '../../cms/field-base.ts'
import type { JsonObject } from '../../json.ts'
import type { EditorOptions } from '../editor-options.ts'

export type JsonField = NamedBase & {
  type: 'json'
  /** What the value has to be like, as JSON Schema; null: anything, or a schema that only the server can fetch. */
  jsonSchema: JsonObject | null
  /** Of the editor, in CSS pixels; null: as high as its lines. */
  maxHeight: number | null
  editor: EditorOptions
}
