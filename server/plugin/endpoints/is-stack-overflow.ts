/** True if a function called itself without end. Other RangeErrors have other causes: a length, a date, a locale. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message)
}
