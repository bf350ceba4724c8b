import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Thumbnail } from '../../../../renderer/fields/thumbnail/thumbnail.tsx'
import type { JsonObject } from '../../../../shared/json.ts'

/* U31: small pictures beside the names of files, in lists, fields and pickers. */

afterEach(cleanup)

const PICTURE = {
  mimeType: 'image/jpeg',
  updatedAt: '2026-11-20T09:00:00.000Z',
  width: 2400,
  filesize: 1_800_000,
  sizes: { card: { url: '/card.jpg', width: 480 }, thumbnail: { url: '/thumbnail.jpg', width: 180 } },
}

function draw(data: JsonObject | null, size: 'item' | 'row' = 'row', id = '7') {
  const of = data === null ? null : { ref: { kind: 'collection' as const, slug: 'media', id }, data }
  const { container } = render(<Thumbnail of={of} size={size} />)
  const box = container.firstElementChild
  return { box, img: container.querySelector('img'), icon: container.querySelector('svg') }
}

it('U31 (part) a picture is its smallest size that will do, at its revision, and drawn when it is seen', () => {
  const { img, box, icon } = draw(PICTURE)
  expect(img?.getAttribute('src')).toBe('app://media/media/7?size=thumbnail&v=2026-11-20T09%3A00%3A00.000Z')
  expect([img?.getAttribute('loading'), img?.getAttribute('decoding')]).toEqual(['lazy', 'async'])
  expect(icon).toBeNull()
  // The name stands beside it.
  expect([img?.getAttribute('alt'), box?.getAttribute('aria-hidden')]).toEqual(['', 'true'])
})

it('U31 (part) a large picture without sizes is none in a row of a list, and one in a field', () => {
  const large = { ...PICTURE, sizes: {} }
  expect(draw(large).img).toBeNull()
  expect(draw(large).icon).not.toBeNull()
  expect(draw(large, 'item').img?.getAttribute('src')).not.toContain('size=')
  expect(draw({ ...large, filesize: 40_000 }).img).not.toBeNull()
})

it('U31 (part) what is no picture is an icon, and so is a picture that does not come', () => {
  expect(draw({ ...PICTURE, mimeType: 'application/pdf' }).img).toBeNull()
  expect(draw({ ...PICTURE, mimeType: 'application/pdf' }).icon).not.toBeNull()
  const { img, box } = draw(PICTURE)
  if (img === null) throw new Error('no picture')
  fireEvent.error(img)
  expect(box?.querySelector('img')).toBeNull()
  expect(box?.querySelector('svg')).not.toBeNull()
})

it('S3.25 (drawn) what the site has for a file is drawn, also for one that is no picture', () => {
  const pdf = { mimeType: 'application/pdf', updatedAt: 'now', thumbnailURL: '/first-page.png' }
  expect(draw(pdf).img?.getAttribute('src')).toBe('app://media/media/7?size=%3AthumbnailURL&v=now')
  expect(draw({ ...pdf, thumbnailURL: null }).img).toBeNull()
})

it('U31 (part) a file that waits on this computer is shown from there', () => {
  const id = '6f1c2c6e-3f4e-4b8e-9d6a-0c1d2e3f4a5b'
  const file = { id, name: 'a.png', mimeType: 'image/png', size: 9, width: 1, height: 1, crop: null }
  expect(draw({ file }, 'row', 'temp-1').img?.getAttribute('src')).toBe(`app://files/${id}`)
})

it('U31 (part) where a document has no file its place is kept', () => {
  const { box, img, icon } = draw(null)
  expect([box?.getAttribute('aria-hidden'), img, icon]).toEqual(['true', null, null])
})

it('U31 (part) a picture that could not be had offline is tried again once the server can be asked', () => {
  const of = { ref: { kind: 'collection' as const, slug: 'media', id: '7' }, data: PICTURE }
  const { container, rerender } = render(<Thumbnail of={of} size="card" width={200} offline />)
  const picture = () => container.querySelector('img')
  for (const size of ['card', 'thumbnail']) {
    expect(picture()?.getAttribute('src')).toContain(`size=${size}`)
    fireEvent.error(picture() ?? container)
  }
  expect(picture()).toBeNull()
  rerender(<Thumbnail of={of} size="card" width={200} />)
  expect(picture()?.getAttribute('src')).toContain('size=card')
})
