import type { Session } from 'electron'
import type { Policy } from '../policy/policy-keys.ts'

/**
 * Whether spelling can be checked. macOS does it itself. Elsewhere Chromium fetches its dictionaries as soon as
 * somebody types, from a third party unless another address is named: without one it is not asked to.
 */
export function checksSpelling(platform: NodeJS.Platform, spelling: Policy['spelling']): boolean {
  return platform === 'darwin' || spelling !== null
}

/** Has a session check spelling with the dictionaries that the policy names, in its languages or those of the system. */
export function setSpelling(
  of: Pick<
    Session,
    | 'setSpellCheckerEnabled'
    | 'setSpellCheckerDictionaryDownloadURL'
    | 'setSpellCheckerLanguages'
    | 'availableSpellCheckerLanguages'
  >,
  spelling: NonNullable<Policy['spelling']>,
  systemLanguages: readonly string[],
): void {
  // First: enabled with a language, it would ask the address that it has by itself.
  of.setSpellCheckerDictionaryDownloadURL(spelling.dictionaries)
  const wanted = spelling.languages.length > 0 ? spelling.languages : systemLanguages
  of.setSpellCheckerLanguages(languagesOf(wanted, of.availableSpellCheckerLanguages))
  of.setSpellCheckerEnabled(true)
}

/** Of languages as a system names them (`de-AT`, `pt_BR`) the dictionaries that there are, each once. */
export function languagesOf(wanted: readonly string[], available: readonly string[]): string[] {
  const found = wanted.flatMap((language) => {
    const tag = language.replace('_', '-').toLowerCase()
    const [short = tag] = tag.split('-')
    return (
      available.find((one) => one.toLowerCase() === tag) ??
      available.find((one) => one.toLowerCase() === short) ??
      available.find((one) => one.toLowerCase().startsWith(`${short}-`)) ??
      []
    )
  })
  return [...new Set(found)]
}
