import type { JsonObject } from '../../../../shared/json.ts'

/** The filter of pictures that nothing is said of, in the form that an address gives it back. */
export const MISSING_ALT: JsonObject = {
  or: [
    { and: [{ alt: { exists: 'false' } }, { mimeType: { contains: 'image/' } }] },
    { and: [{ alt: { equals: '' } }, { mimeType: { contains: 'image/' } }] },
  ],
}

/** Whether a list asks for those, and for nothing else. */
export function asksForMissingAlt(where: JsonObject | null): boolean {
  return JSON.stringify(where) === JSON.stringify(MISSING_ALT)
}
