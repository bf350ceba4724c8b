/**
 * Why a value is not valid, as a key of @payloadcms/translations: `{ key: 'validation:required' }`.
 * `vars` fill the placeholders; those in `varKeys` are keys themselves and are translated first
 * (`{ label: 'general:rows' }`).
 */
export type FieldError = {
  key: string
  vars?: Record<string, string | number>
  varKeys?: Record<string, string>
  /** Put after the text as it is. */
  detail?: string
  /** The server takes the value all the same: this is said, and keeps nobody from saving. */
  advice?: true
}

/** A field error at a place of the document; rows in the path are named by id. */
export type PathError = FieldError & { path: string }
