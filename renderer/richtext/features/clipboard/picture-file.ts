import { LIMITS } from '../../../../shared/limits.ts'

/** Bytes of a picture that holds a place or counts readers, at most: a single point. */
const POINT = 128

/** The picture that an address holds itself, as a file; null: it is somewhere else, or cannot be read. `index`: from 0. */
export function pictureFile(address: string, index: number): File | null {
  const [, type = '', kind = '', base64] =
    /^data:(image\/([a-z0-9-]+)(?:[.+][a-z0-9.+-]*)?)(?:;[a-z]+=[^;,]*)*;base64,(.+)$/is.exec(
      address.trim(),
    ) ?? []
  if (base64 === undefined || base64.length > LIMITS.paste) return null
  const bytes = bytesOf(base64)
  if (bytes === null || bytes.length <= POINT) return null
  const ending = kind.toLowerCase() === 'jpeg' ? 'jpg' : kind.toLowerCase()
  // As the browser names a picture that is pasted by itself.
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
