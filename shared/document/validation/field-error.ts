/**
 * A validation error, as a key of @payloadcms/translations: `{ key: 'validation:required' }`. `vars` fill
 * placeholders; those in `varKeys` are keys that are translated first (`{ label: 'general:rows' }`).
 */
export type FieldError = {
  key: string
  vars?: Record<string, string | number>
  varKeys?: Record<string, string>
  /** Appended to the text unchanged. */
  detail?: string
  /** The server accepts the value all the same, so this does not prevent saving. */
  advice?: true
}

/** A field error at a place of the document; rows in the path are named by id. */
export type PathError = FieldError & { path: string }
