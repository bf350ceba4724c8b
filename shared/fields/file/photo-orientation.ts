/** The tag that says how a camera was held, in the first list of an EXIF segment. */
const ORIENTATION = 0x0112
const EXIF = 'Exif\0\0'
const APP1 = 0xe1
const START_OF_SCAN = 0xda

/**
 * The EXIF orientation of a JPEG: 1 upright, 6 a quarter turn to the right; 1 if there is none. A window shows a
 * picture rotated, and a server crops it unrotated.
 */
export function photoOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return view.getUint16(0) === 0xffd8 ? orientationOfJpeg(view) : 1
  } catch (error) {
    // The file ends before its orientation.
    if (error instanceof RangeError) return 1
    throw error
  }
}

function orientationOfJpeg(view: DataView): number {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === START_OF_SCAN) return 1
    if (marker === APP1 && isExif(view, at + 4)) return orientationOfExif(view, at + 4 + EXIF.length)
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return 1
}

function isExif(view: DataView, at: number): boolean {
  return EXIF.split('').every((char, index) => view.getUint8(at + index) === char.codePointAt(0))
}

function orientationOfExif(view: DataView, at: number): number {
  const isLittle = view.getUint16(at) === 0x4949
  const list = at + view.getUint32(at + 4, isLittle)
  const count = view.getUint16(list, isLittle)
  for (let index = 0; index < count; index += 1) {
    const entry = list + 2 + index * 12
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue
    const value = view.getUint16(entry + 8, isLittle)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
