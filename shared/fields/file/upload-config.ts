import type { Raw } from '../../cms/read-value.ts'
import { read, readList, readNumber, readObject, readText, readTexts } from '../../cms/read-value.ts'

/** What a site says about the files of one collection. */
export type UploadConfig = {
  /** Such as `image/*` and `application/pdf`; none: any. */
  mimeTypes: string[]
  /** Of one file; null: not known. */
  maxBytes: number | null
  /** A file can be fetched from an address by the server. */
  pasteURL: boolean
  crop: boolean
  focalPoint: boolean
  imageSizes: { name: string; width: number | null; height: number | null }[]
  hideRemoveFile: boolean
  bulkUpload: boolean
  /** A document cannot be made without a file. */
  requiresFile: boolean
  /** Below the API root: where to ask for an address that takes the file itself; null: the file goes to the server. */
  clientUpload: string | null
}

/** `limits`: of all uploads of the site; `clientUpload`: see UploadConfig. Null: no upload collection. */
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

/** Whether a file of that type may be there, as the server judges it: `*` stands for any ending. */
export function takesType({ mimeTypes }: Pick<UploadConfig, 'mimeTypes'>, type: string): boolean {
  return mimeTypes.length === 0 || mimeTypes.some((one) => type.startsWith(one.replace('*', '')))
}

/** Whether a file of the collection can be a picture. */
export function mayHoldPictures({ mimeTypes }: UploadConfig): boolean {
  return mimeTypes.length === 0 || mimeTypes.some((type) => type.startsWith('image/') || type === '*/*')
}
