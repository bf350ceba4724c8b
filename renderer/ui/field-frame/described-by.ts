/** Ids of the hint and the error that a FieldFrame with that input id shows, for the input's aria-describedby. */
export function describedBy(
  inputId: string,
  shown: { description?: unknown; error?: string | null | undefined },
): string | undefined {
  if (shown.error != null && shown.error !== '') return `${inputId}-error`
  return shown.description != null && shown.description !== '' ? `${inputId}-description` : undefined
}
