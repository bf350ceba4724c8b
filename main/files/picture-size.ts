/**
 * The size of a picture in pixels by its header; null: not found. A few bytes can claim a billion pixels, each of
 * which takes four bytes when drawn.
 */
export function pictureSize(head: Uint8Array, type: string): { width: number; height: number } | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    return SIZES[type]?.(view) ?? null
  } catch (error) {
    // The head ends before the size.
    if (error instanceof RangeError) return null
    throw error
  }
}

type Size = { width: number; height: number }

const SIZES: Readonly<Record<string, (view: DataView) => Size | null>> = {
  // The chunk IHDR is always the first.
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/webp': sizeOfWebp,
  'image/jpeg': sizeOfJpeg,
  'image/avif': sizeOfAvif,
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Reads a 24-bit little-endian number. */
const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 65_536

function sizeOfWebp(view: DataView): Size | null {
  switch (nameAt(view, 12)) {
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    default:
      return null
  }
}

/** The size is in the first frame (SOF0 to SOF15), after segments of any length. */
function sizeOfJpeg(view: DataView): Size | null {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFill = marker === 0xff
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += isFill ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

/** The size of an AVIF image: its largest `ispe` property, as its parts have smaller ones. */
function sizeOfAvif(view: DataView): Size | null {
  let largest: Size | null = null
  for (let at = 0; at + 16 <= view.byteLength; at += 1) {
    if (nameAt(view, at) !== 'ispe') continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
