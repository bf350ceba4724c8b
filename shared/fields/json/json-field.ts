import type { NamedBase } from '../../cms/field-base.ts'
import type { JsonObject } from '../../json.ts'
import type { EditorOptions } from '../editor-options.ts'

export type JsonField = NamedBase & {
  type: 'json'
  /** JSON Schema of the value; null: any value, or a schema that only the server can fetch. */
  jsonSchema: JsonObject | null
  /** Largest height of the editor, in CSS pixels; null: as high as its lines. */
  maxHeight: number | null
  editor: EditorOptions
}
