import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection, Field, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type { PendingFile } from '../../../../shared/fields/file/pending-file.ts'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { base, collection, number, text } from '../../shared/build-fields.ts'
import { at, site as storeSite } from './site.ts'

const parsed = parseUpload({}, { maxBytes: null, clientUpload: null })
if (parsed === false) throw new Error('no upload')
const upload = parsed

/** The fields that every upload collection has. */
export const fileFields: Field[] = [
  {
    ...base,
    type: 'file',
    name: 'file',
    required: true,
    localized: false,
    unique: false,
    editsMany: false,
    hasComputedDefault: false,
    isColumn: false,
    isFilter: false,
    canSort: false,
    placeholder: null,
    defaultValue: null,
    upload,
  },
  text('filename', { hidden: true }),
  text('mimeType', { hidden: true }),
  number('filesize', { hidden: true }),
  number('width', { hidden: true }),
  number('height', { hidden: true }),
  number('focalX', { hidden: true }),
  number('focalY', { hidden: true }),
]

/** A collection of pictures, without drafts and autosave. */
export const media: Collection = {
  ...collection([...fileFields, text('alt')], { slug: 'media', versions: null, useAsTitle: 'filename' }),
  upload,
}
export const uploadSite: SiteSchema = { ...storeSite, collections: [...storeSite.collections, media] }

export const picture: DocRef = { kind: 'collection', slug: 'media', id: '1' }
export const FIRST = '0f8fad5b-d9cb-469f-a165-70867728950e'
export const SECOND = '1f8fad5b-d9cb-469f-a165-70867728950e'

/** A picture of 100 × 100 that waits, or with id null a part of the server's own. */
export const pending = (id: string | null, name: string, crop: PendingFile['crop'] = null): PendingFile => ({
  id,
  name,
  mimeType: 'image/png',
  size: 9,
  width: 100,
  height: 100,
  crop,
})

/** The document as the server has it, after so many seconds. */
export const onServer = (seconds: number, more: JsonObject = {}): JsonObject => ({
  id: 1,
  createdAt: at(0),
  updatedAt: at(seconds),
  filename: 'hero.png',
  mimeType: 'image/png',
  filesize: 5,
  width: 100,
  height: 100,
  alt: 'a hero',
  ...more,
})
