/**
 * The first preferred language (the system's `de-AT`, `zh-Hant-TW`) that has texts: an exact match, or the language
 * alone; `en` if there is none.
 */
export function pickLanguage(preferred: readonly string[], supported: readonly string[]): string {
  for (const tag of preferred) {
    const found = match(tag, supported)
    if (found) return found
  }
  return 'en'
}

function match(tag: string, supported: readonly string[]): string | undefined {
  const wanted = tag.toLowerCase()
  const language = wanted.split('-')[0] ?? ''
  const exact = supported.find((code) => code.toLowerCase() === wanted)
  if (exact) return exact
  if (language === 'zh')
    return /-(hant|tw|hk|mo)\b/.test(wanted) ? pick(supported, 'zh-TW') : pick(supported, 'zh')
  if (language === 'sr') return wanted.includes('latn') ? pick(supported, 'rs-latin') : pick(supported, 'rs')
  if (language === 'no' || language === 'nn') return pick(supported, 'nb')
  return (
    supported.find((code) => code.toLowerCase() === language) ??
    supported.find((code) => code.toLowerCase().startsWith(`${language}-`))
  )
}

function pick(supported: readonly string[], code: string): string | undefined {
  return supported.includes(code) ? code : undefined
}
