import { LIMITS } from '../../../shared/limits.ts'

/**
 * The headers of an answer as Chromium read them. One that cannot be kept, such as a text that is no Latin-1, is as if
 * it had not come: a proxy may add what it likes, and the answer counts all the same.
 */
export function responseHeaders(given: Readonly<Record<string, string | string[]>>): Headers {
  const headers = new Headers()
  let count = 0
  for (const [name, value] of Object.entries(given))
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item.length > LIMITS.header || (count += 1) > LIMITS.headers) continue
      try {
        headers.append(name, item)
      } catch {
        // An invalid header is left out.
      }
    }
  return headers
}
