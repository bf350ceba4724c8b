/** What the address of a comparison says. */
export type CompareParams = {
  /** The version to compare with; null: the one before. */
  versionFrom: string | null
  /** Locales that are shown, of those of the site. */
  localeCodes: string[]
  modifiedOnly: boolean
}

/** `versionFrom`, `localeCodes` and `modifiedOnly` (S2.32-S2.34). Locales that the site does not have are left out. */
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

/** The address with some of them changed; everything else in it stays. */
export function withCompareParams(before: URLSearchParams, changed: Partial<CompareParams>): URLSearchParams {
  const next = new URLSearchParams(before)
  const { versionFrom, localeCodes, modifiedOnly } = changed
  if (versionFrom != null) next.set('versionFrom', versionFrom)
  if (localeCodes !== undefined) next.set('localeCodes', JSON.stringify(localeCodes))
  if (modifiedOnly === true) next.delete('modifiedOnly')
  if (modifiedOnly === false) next.set('modifiedOnly', 'false')
  return next
}
