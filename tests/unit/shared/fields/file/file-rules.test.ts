import { describe, expect, it } from 'vitest'
import { pictureType } from '../../../../../main/files/picture-type.ts'
import { bestFit, PREVIEW, THUMBNAIL } from '../../../../../shared/fields/file/best-fit.ts'
import { checkFile, IMAGE_TYPES, isImageType } from '../../../../../shared/fields/file/check-file.ts'
import { formatFilesize } from '../../../../../shared/fields/file/file-size.ts'
import { croppedSize } from '../../../../../shared/fields/file/pending-file.ts'
import { parseUpload, takesType } from '../../../../../shared/fields/file/upload-config.ts'
import { parseSiteConfig } from '../../../../../shared/cms/parse-config.ts'
import { fieldTypes } from '../../../../../shared/fields/registry.ts'

const sized = (original: number | null, ...widths: number[]) => ({
  ...(original !== null && { width: original }),
  sizes: Object.fromEntries(widths.map((width) => [`w${width}`, { width, url: `/${width}` }])),
})

it.each([
  [sized(2000, 100, 400, 500, 900), 'w400'],
  [sized(null, 310, 520), 'w310'],
  [sized(null, 521, 900), 'w521'],
  [sized(2000, 100, 200), null],
  [sized(400, 600), null],
  [sized(350, 300), 'w300'],
  [sized(250, 700), null],
  [sized(2000), null],
])('S3.26 S9.09 (part) the size that fits a preview best: %j', (data, name) => {
  expect(bestFit(data, PREVIEW)).toBe(name)
})

it.each([
  [sized(null, 50, 150, 400), 'w50'],
  [sized(null, 400), 'w400'],
  [sized(null, 30), null],
])('S9.09 (part) the size that fits a list best: %j', (data, name) => {
  expect(bestFit(data, THUMBNAIL)).toBe(name)
})

it('S9.20 sizes of files count by 1024', () => {
  expect([0, 1023, 1024, 1536, 1_500_000].map((bytes) => formatFilesize(bytes))).toEqual([
    '0 bytes',
    '1023 bytes',
    '1KB',
    '2KB',
    '1MB',
  ])
  expect(formatFilesize(1536, 2)).toBe('1.5KB')
})

it('S9.18 the image types of uploads are seven', () => {
  expect(IMAGE_TYPES).toEqual([
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/svg+xml',
    'image/webp',
    'image/avif',
    'image/jxl',
  ])
  expect(isImageType('image/bmp')).toBe(false)
})

describe('what a site takes', () => {
  const config = parseUpload(
    { mimeTypes: ['image/*', 'application/pdf'] },
    { maxBytes: 2048, clientUpload: null },
  )
  if (config === false) throw new Error('no upload')

  it('types are matched as the server does, and any where it names none', () => {
    expect(takesType(config, 'image/png')).toBe(true)
    expect(takesType(config, 'application/pdf')).toBe(true)
    expect(takesType(config, 'video/mp4')).toBe(false)
    expect(takesType({ mimeTypes: [] }, 'video/mp4')).toBe(true)
  })

  it('SY14 (part) what would be refused is told before it is queued', () => {
    expect(checkFile(config, { mimeType: 'image/png', size: 2048 })).toBeNull()
    expect(checkFile(config, { mimeType: 'text/html', size: 1 })).toEqual({
      key: 'error:invalidFileTypeValue',
      vars: { value: 'text/html' },
    })
    expect(checkFile(config, { mimeType: 'image/png', size: 2049 })).toEqual({
      key: 'galley:upload.tooLarge',
      vars: { most: '2KB' },
    })
  })

  it('S7.11 (part) a collection has its file first, its limits, and where its storage takes files', () => {
    const parsed = parseSiteConfig(fieldTypes, {
      config: {
        collections: [
          { slug: 'media', upload: { focalPoint: false, pasteURL: { allowList: [] } }, fields: [] },
          { slug: 'notes', fields: [{ type: 'text', name: 'file' }] },
        ],
        upload: { limits: { fileSize: 12 } },
      },
      providers: [
        { clientProps: { collectionSlug: 'media', enabled: true, serverHandlerPath: '/storage-s3' } },
        { clientProps: { collectionSlug: 'notes', enabled: false, serverHandlerPath: '/no' } },
      ],
    })
    if (!parsed.ok) throw new Error('not parsed')
    const [media, notes] = parsed.schema.collections
    expect(media?.fields[0]).toMatchObject({ type: 'file', name: 'file', required: true })
    expect(media?.upload).toMatchObject({
      maxBytes: 12,
      pasteURL: true,
      crop: true,
      focalPoint: false,
      clientUpload: '/storage-s3',
    })
    expect(notes).toMatchObject({ upload: false, fields: [{ type: 'text' }] })
  })
})

it('an area never reaches over the edge of its picture', () => {
  const whole = { width: 1001, height: 667 }
  for (let x = 0; x < 100; x += 7.3) {
    const size = croppedSize(whole, { x, y: x, width: 100 - x, height: 100 - x })
    expect(Math.floor((x / 100) * whole.width) + (size?.width ?? 0)).toBeLessThanOrEqual(whole.width)
    expect(Math.floor((x / 100) * whole.height) + (size?.height ?? 0)).toBeLessThanOrEqual(whole.height)
  }
})

it('a picture is known by how it begins, and by nothing that anybody calls it', () => {
  const bytes = (...values: (number | string)[]) =>
    new Uint8Array(values.flatMap((value) => (typeof value === 'string' ? [...Buffer.from(value)] : [value])))
  expect(pictureType(bytes(0xff, 0xd8, 0xff, 0xe0))).toBe('image/jpeg')
  expect(pictureType(bytes(0x89, 'PNG'))).toBe('image/png')
  expect(pictureType(bytes('GIF89a'))).toBe('image/gif')
  expect(pictureType(bytes('RIFF....WEBP'))).toBe('image/webp')
  expect(pictureType(bytes(0, 0, 0, 0x20, 'ftypavif'))).toBe('image/avif')
  expect(pictureType(bytes(0xff, 0x0a))).toBe('image/jxl')
  expect(pictureType(bytes('<?xml version="1.0"?><svg xmlns="…">'))).toBeNull()
  expect(pictureType(bytes('<!doctype html><script>'))).toBeNull()
  expect(pictureType(bytes('%PDF-1.7'))).toBeNull()
})
