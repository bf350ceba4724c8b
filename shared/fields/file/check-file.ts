import type { FieldError } from '../../document/validation/field-error.ts'
import type { JsonObject } from '../../json.ts'
import { mayFitType } from './allowed-type.ts'
import { formatFilesize } from './file-facts.ts'
import { takesType, type UploadConfig } from './upload-config.ts'

/**
 * The reason why the site would refuse a file; null: none is known. The server judges files of an unknown type ('')
 * itself. `filter`: the files that the field takes.
 */
export function checkFile(
  config: UploadConfig,
  { mimeType, size }: { mimeType: string; size: number },
  filter: JsonObject | null = null,
): FieldError | null {
  if (mimeType !== '' && (!takesType(config, mimeType) || (filter !== null && !mayFitType(filter, mimeType))))
    return { key: 'error:invalidFileTypeValue', vars: { value: mimeType } }
  if (config.maxBytes !== null && size > config.maxBytes)
    return { key: 'galley:upload.tooLarge', vars: { most: formatFilesize(config.maxBytes) } }
  return null
}

/** The image types of uploads (S9.18). */
export const IMAGE_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/svg+xml',
  'image/webp',
  'image/avif',
  'image/jxl',
]

export function isImageType(mimeType: string): boolean {
  return IMAGE_TYPES.includes(mimeType)
}

/** True for pictures that a server can crop and resize: no vector graphics, and none that it cannot read. */
export function isCroppable(mimeType: string): boolean {
  return isImageType(mimeType) && mimeType !== 'image/svg+xml' && mimeType !== 'image/jxl'
}
