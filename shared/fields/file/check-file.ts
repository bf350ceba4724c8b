import type { FieldError } from '../../document/validation/field-error.ts'
import type { JsonObject } from '../../json.ts'
import { mayFitType } from './allowed-type.ts'
import { formatFilesize } from './file-size.ts'
import { takesType, type UploadConfig } from './upload-config.ts'

/**
 * Why a site would refuse a file, as far as that is known here; null: nothing speaks against it. A type that the
 * system does not know, an empty text, is the server's to judge: it looks into the file. `filter`: what the field takes
 * that it is for.
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

/** Those of them that a server cuts and resizes: not what is drawn from lines, nor what it cannot read. */
export function isCroppable(mimeType: string): boolean {
  return isImageType(mimeType) && mimeType !== 'image/svg+xml' && mimeType !== 'image/jxl'
}
