/**
 * The image type of an upload by its first bytes (S9.18); null: no image that is shown. SVG is left out, as a
 * few lines of it can block the window for minutes.
 */
export function pictureType(head: Uint8Array): string | null {
  const has = (at: number, ...bytes: number[]): boolean =>
    bytes.every((byte, index) => head[at + index] === byte)
  const text = (at: number, length: number): string => String.fromCharCode(...head.subarray(at, at + length))
  if (has(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (has(0, 0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  if (text(0, 4) === 'GIF8') return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return 'image/webp'
  if (text(4, 4) === 'ftyp' && /^avi[fs]$/.test(text(8, 4))) return 'image/avif'
  if (has(0, 0xff, 0x0a) || (has(0, 0, 0, 0, 0x0c) && text(4, 4) === 'JXL ')) return 'image/jxl'
  return null
}

/** Bytes to read for a header: a JPEG has its camera's data before its size. */
export const HEAD_BYTES = 256 * 1024

/** The MIME type of audio or video by its first bytes; null: something else. */
export function soundType(head: Uint8Array): string | null {
  const has = (at: number, ...bytes: number[]): boolean =>
    bytes.every((byte, index) => head[at + index] === byte)
  const text = (at: number, length: number): string => String.fromCharCode(...head.subarray(at, at + length))
  if (text(4, 4) === 'ftyp')
    return text(8, 4).startsWith('M4A') ? 'audio/mp4' : isPictureBrand(text(8, 4)) ? null : 'video/mp4'
  if (has(0, 0x1a, 0x45, 0xdf, 0xa3)) return 'video/webm'
  if (text(0, 4) === 'OggS') return 'video/ogg'
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WAVE') return 'audio/wav'
  if (text(0, 4) === 'fLaC') return 'audio/flac'
  if (text(0, 3) === 'ID3' || (has(0, 0xff) && ((head[1] ?? 0) & 0xe6) === 0xe2)) return 'audio/mpeg'
  return null
}

/** True for AVIF and HEIF, which begin like an MP4. */
function isPictureBrand(brand: string): boolean {
  return /^(avi[fs]|hei[cfsx]|mif1|msf1)$/.test(brand)
}
