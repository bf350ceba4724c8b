import type { Raw } from '../../cms/read-value.ts'
import { read, readList, readNumber, readObject, readText, readTexts } from '../../cms/read-value.ts'

/** The upload settings of a collection. */
export type UploadConfig = {
  /** Allowed types such as `image/*` and `application/pdf`; empty: any. */
  mimeTypes: string[]
  /** Largest size of one file; null: not known. */
  maxBytes: number | null
  /** True if the server can fetch a file from a URL. */
  pasteURL: boolean
  crop: boolean
  focalPoint: boolean
  imageSizes: { name: string; width: number | null; height: number | null }[]
  hideRemoveFile: boolean
  bulkUpload: boolean
  /** True if a document cannot be created without a file. */
  requiresFile: boolean
  /** Path below the API root that returns an address for direct uploads; null: files go to the server. */
  clientUpload: string | null
}

/**
 * Parses upload settings; false: the collection has no files. `limits`: `maxBytes` is that of the whole site,
 * `clientUpload` see UploadConfig.
 */
export function parseUpload(
  value: unknown,
  limits: { maxBytes: number | null; clientUpload: string | null },
): UploadConfig | false {
  if (!value) return false
  const raw: Raw = readObject(value)
  const isOn = (name: string): boolean => raw[name] !== false
  return {
    mimeTypes: readTexts(raw['mimeTypes']),
    maxBytes: limits.maxBytes,
    pasteURL: Boolean(raw['pasteURL']),
    crop: isOn('crop'),
    focalPoint: isOn('focalPoint'),
    imageSizes: readList(raw['imageSizes']).flatMap((size) => {
      const name = readText(read(size, 'name'))
      if (name === null) return []
      return [{ name, width: readNumber(read(size, 'width')), height: readNumber(read(size, 'height')) }]
    }),
    hideRemoveFile: raw['hideRemoveFile'] === true,
    bulkUpload: isOn('bulkUpload'),
    requiresFile: isOn('filesRequiredOnCreate'),
    clientUpload: limits.clientUpload,
  }
}

/** True if the server accepts files of that type: `*` stands for any ending. */
export function takesType({ mimeTypes }: Pick<UploadConfig, 'mimeTypes'>, type: string): boolean {
  return mimeTypes.length === 0 || mimeTypes.some((one) => type.startsWith(one.replace('*', '')))
}

/** True if a file of the collection can be a picture. */
export function mayHoldPictures({ mimeTypes }: UploadConfig): boolean {
  return mimeTypes.length === 0 || mimeTypes.some((type) => type.startsWith('image/') || type === '*/*')
}
