/** The parameters of a comparison's address. */
export type CompareParams = {
  /** Id of the version to compare with; null: the previous one. */
  versionFrom: string | null
  /** The shown locales, of those that the person is offered. */
  localeCodes: string[]
  modifiedOnly: boolean
}

/** Reads `versionFrom`, `localeCodes` and `modifiedOnly` (S2.32-S2.34). Unknown locales are dropped. */
export function readCompareParams(params: URLSearchParams, codes: readonly string[]): CompareParams {
  return {
    versionFrom: params.get('versionFrom') || null,
    localeCodes: readCodes(params.get('localeCodes'), codes),
    modifiedOnly: params.get('modifiedOnly') !== 'false',
  }
}

function readCodes(text: string | null, codes: readonly string[]): string[] {
  if (text === null) return [...codes]
  try {
    const asked: unknown = JSON.parse(text)
    return Array.isArray(asked) ? codes.filter((code) => asked.includes(code)) : [...codes]
  } catch {
    return [...codes]
  }
}

/** Returns the parameters with some changed; all others stay. */
export function withCompareParams(before: URLSearchParams, changed: Partial<CompareParams>): URLSearchParams {
  const next = new URLSearchParams(before)
  const { versionFrom, localeCodes, modifiedOnly } = changed
  if (versionFrom != null) next.set('versionFrom', versionFrom)
  if (localeCodes !== undefined) next.set('localeCodes', JSON.stringify(localeCodes))
  if (modifiedOnly === true) next.delete('modifiedOnly')
  if (modifiedOnly === false) next.set('modifiedOnly', 'false')
  return next
}
