import sharp from 'sharp'
import { expect, it } from 'vitest'
import { photoOrientation } from '../../../../../shared/fields/file/photo-orientation.ts'

const drawn = (orientation?: number) => {
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#136' } }).jpeg()
  return (orientation === undefined ? plain : plain.withMetadata({ orientation })).toBuffer()
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])('F103 (part) reads orientation %i of a photo', async (orientation) => {
  expect(photoOrientation(await drawn(orientation))).toBe(orientation)
})

it('F103 (part) takes a picture without it, a cut one, and anything else as upright', async () => {
  expect(photoOrientation(await drawn())).toBe(1)
  const photo = await drawn(6)
  for (let length = 0; length < 40; length += 1) {
    const cut = photo.subarray(0, length)
    expect([1, 6]).toContain(photoOrientation(cut))
  }
  expect(photoOrientation(new TextEncoder().encode('no picture at all'))).toBe(1)
})
