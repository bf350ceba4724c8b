import type { NamedBase } from '../../cms/field-base.ts'
import type { UploadConfig } from './upload-config.ts'

/**
 * The file of an upload document, under the name that Payload reserves in upload collections; the client config has
 * no such field. It has a value only until the server has the file.
 */
export type FileField = NamedBase & { type: 'file'; upload: UploadConfig }
