import { LIMITS } from '../../../shared/limits.ts'

/**
 * The headers of an answer as Chromium read them. Invalid ones, such as a text that is no Latin-1, are left out: a
 * proxy may add any, and the answer is still valid.
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
