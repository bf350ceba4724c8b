import type { FileFacts } from '../../../shared/fields/file/file-facts.ts'

/** `1200 × 800 · JPG`: how large a picture is, and what a file is. */
export function factsText({ width, height, kind }: FileFacts): string {
  const size = width !== null && height !== null && width > 0 && height > 0 ? `${width} × ${height}` : ''
  return [size, kind].filter((part) => part !== '').join(' · ')
}
