import { describe, expect, it } from 'vitest'
import { pictureType } from '../../../../../main/files/media-type.ts'
import {
  bestFit,
  PREVIEW,
  THUMBNAIL,
  THUMBNAIL_URL,
  thumbnailSize,
} from '../../../../../shared/fields/file/best-fit.ts'
import { checkFile, IMAGE_TYPES, isImageType } from '../../../../../shared/fields/file/check-file.ts'
import { formatFilesize } from '../../../../../shared/fields/file/file-facts.ts'
import { croppedSize } from '../../../../../shared/fields/file/pending-file.ts'
import { parseUpload, takesType } from '../../../../../shared/fields/file/upload-config.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import { parseSiteConfig } from '../../../../../shared/cms/parse-config.ts'
import { fieldTypes } from '../../../../../shared/fields/registry.ts'

const sized = (original: number | null, ...widths: number[]) => ({
  ...(original !== null && { width: original }),
  sizes: Object.fromEntries(widths.map((width) => [`w${width}`, { width, url: `/${width}` }])),
})

it('S3.26 S9.09 the size that fits a preview best is 300 to 520 wide, the one that fits a list 40 to 180, by the same rule', () => {
  expect([PREVIEW, THUMBNAIL]).toEqual([
    { min: 300, max: 520 },
    { min: 40, max: 180 },
  ])
  const previews: [JsonObject, string | null][] = [
    [sized(2000, 100, 400, 500, 900), 'w400'],
    [sized(null, 310, 520), 'w310'],
    [sized(null, 300, 301), 'w300'],
    [sized(null, 299, 521), 'w521'],
    [sized(null, 521, 900), 'w521'],
    [sized(2000, 100, 200), null],
    [sized(400, 600), null],
    [sized(350, 300), 'w300'],
    [sized(250, 700), null],
    [sized(2000), null],
  ]
  const thumbnails: [JsonObject, string | null][] = [
    [sized(null, 50, 150, 400), 'w50'],
    [sized(null, 40, 180), 'w40'],
    [sized(null, 39, 181), 'w181'],
    [sized(null, 400), 'w400'],
    [sized(null, 30), null],
    [sized(180, 400), null],
    [sized(181, 400), 'w400'],
  ]
  expect(previews.map(([data]) => [data, bestFit(data, PREVIEW)])).toEqual(previews)
  expect(thumbnails.map(([data]) => [data, bestFit(data, THUMBNAIL)])).toEqual(thumbnails)
  // The same rule, whatever the bounds are.
  const scaled = sized(200, 10, 40, 50, 90)
  expect(bestFit(scaled, { min: 30, max: 52 })).toBe('w40')
})

it('S3.25 (size) what stands for a file is what the site has for it, else the size of a picture that fits best, else nothing', () => {
  const picture = { ...sized(2000, 50, 400), mimeType: 'image/png' }
  const shown: [JsonObject, string | null | undefined][] = [
    [picture, 'w50'],
    [{ ...picture, thumbnailURL: null }, 'w50'],
    [{ ...picture, thumbnailURL: '' }, 'w50'],
    [{ ...picture, sizes: {} }, null],
    // The site chooses one of the sizes, or something of its own.
    [{ ...picture, thumbnailURL: '/400' }, 'w400'],
    [{ ...picture, thumbnailURL: 'https://cdn.example/a.png' }, THUMBNAIL_URL],
    [{ ...picture, url: '/file.png', thumbnailURL: '/file.png' }, null],
    [{ ...picture, url: '/file.pdf', thumbnailURL: '/file.pdf', mimeType: 'application/pdf' }, undefined],
    [{ ...picture, url: null, thumbnailURL: null }, 'w50'],
    [{ mimeType: 'application/pdf', thumbnailURL: '/first-page.png' }, THUMBNAIL_URL],
    [{ mimeType: 'application/pdf', thumbnailURL: null }, undefined],
    [{ mimeType: 'video/mp4' }, undefined],
    [{ thumbnailURL: 7 }, undefined],
    [{}, undefined],
  ]
  expect(shown.map(([data]) => [data, thumbnailSize(data)])).toEqual(shown)
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
    expect(checkFile(config, { mimeType: '', size: 1 })).toBeNull()
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

it.each<[JsonObject, boolean]>([
  [{ mimeType: { contains: 'image' } }, true],
  [{ mimeType: { contains: 'video' } }, false],
  [{ mimeType: { like: 'PNG image' } }, true],
  [{ mimeType: { not_like: 'image' } }, false],
  [{ mimeType: { equals: 'image/png' } }, true],
  [{ mimeType: { not_equals: 'image/png' } }, false],
  [{ mimeType: { in: ['image/png', 'image/gif'] } }, true],
  [{ mimeType: { in: 'image/jpeg,image/gif' } }, false],
  [{ mimeType: { not_in: ['image/png'] } }, false],
  [{ alt: { equals: 'Other' } }, true],
  [{ and: [{ alt: { exists: true } }, { mimeType: { contains: 'video' } }] }, false],
  [{ or: [{ alt: { exists: true } }, { mimeType: { contains: 'video' } }] }, true],
  [{ or: [{ mimeType: { contains: 'audio' } }, { mimeType: { contains: 'video' } }] }, false],
  [{ or: [] }, true],
])('judges a picture by what a filter says of the type of files, %j (F103)', (filter, isTaken) => {
  const config = parseUpload({}, { maxBytes: null, clientUpload: null })
  if (config === false) throw new Error('no upload')
  expect(checkFile(config, { mimeType: 'image/png', size: 1 }, filter) === null).toBe(isTaken)
})
