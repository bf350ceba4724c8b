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
