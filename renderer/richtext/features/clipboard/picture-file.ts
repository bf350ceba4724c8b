import { LIMITS } from '../../../../shared/limits.ts'

/** Most bytes of a picture that is only a placeholder or a tracking pixel. */
const POINT = 128

/**
 * Returns the picture in a data URL as a file; null for any other address, or if it cannot be read. `index`:
 * from 0.
 */
export function pictureFile(address: string, index: number): File | null {
  const [, type = '', kind = '', base64] =
    /^data:(image\/([a-z0-9-]+)(?:[.+][a-z0-9.+-]*)?)(?:;[a-z]+=[^;,]*)*;base64,(.+)$/is.exec(
      address.trim(),
    ) ?? []
  if (base64 === undefined || base64.length > LIMITS.paste) return null
  const bytes = bytesOf(base64)
  if (bytes === null || bytes.length <= POINT) return null
  const ending = kind.toLowerCase() === 'jpeg' ? 'jpg' : kind.toLowerCase()
  // Named like a single picture that the browser pastes.
  const name = index === 0 ? `image.${ending}` : `image-${index + 1}.${ending}`
  return new File([bytes], name, { type: type.toLowerCase() })
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
