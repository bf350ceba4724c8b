import type { NamedBase } from '../../cms/field-base.ts'
import type { UploadConfig } from './upload-config.ts'

/**
 * The file of a document in an upload collection. The client config has no such field: its name is the one that Payload
 * keeps free for the file in every upload collection. A value stands here only as long as the server does not have it.
 */
export type FileField = NamedBase & { type: 'file'; upload: UploadConfig }
