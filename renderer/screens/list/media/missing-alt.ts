import type { JsonObject } from '../../../../shared/json.ts'

/** The filter of pictures without alternative text, in the form in which an address returns it. */
export const MISSING_ALT: JsonObject = {
  or: [
    { and: [{ alt: { exists: 'false' } }, { mimeType: { contains: 'image/' } }] },
    { and: [{ alt: { equals: '' } }, { mimeType: { contains: 'image/' } }] },
  ],
}

/** True if a list has exactly that filter. */
export function asksForMissingAlt(where: JsonObject | null): boolean {
  return JSON.stringify(where) === JSON.stringify(MISSING_ALT)
}
