import type { Session } from 'electron'
import type { Policy } from '../policy/policy-keys.ts'

/**
 * True if spelling can be checked. macOS does it itself; elsewhere Chromium would fetch dictionaries from a third
 * party, so the policy has to name another address.
 */
export function checksSpelling(platform: NodeJS.Platform, spelling: Policy['spelling']): boolean {
  return platform === 'darwin' || spelling !== null
}

/** Enables spell checking in a session, with the policy's dictionaries, in its languages or those of the system. */
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
  // Set first: once enabled with a language, the session would use its default address.
  of.setSpellCheckerDictionaryDownloadURL(spelling.dictionaries)
  const wanted = spelling.languages.length > 0 ? spelling.languages : systemLanguages
  of.setSpellCheckerLanguages(languagesOf(wanted, of.availableSpellCheckerLanguages))
  of.setSpellCheckerEnabled(true)
}

/** The available dictionaries for a system's languages (`de-AT`, `pt_BR`), without duplicates. */
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
