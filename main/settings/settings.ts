import type { ServerInfo } from '../../shared/ipc.ts'
import { errorName, type Log } from '../log.ts'
import { readSettings, type Settings, type SiteFacts } from './settings-shape.ts'

/** The storage of settings: in the program a file of electron-store, in tests a fake. */
export type SettingsFile = { read: () => unknown; write: (settings: Settings) => void }

export type SettingsStore = {
  get: () => Settings
  /**
   * Replaces the given parts and writes them. A write error is logged; the change then holds until the program ends.
   */
  update: (parts: Partial<Settings>) => void
  /** Adds a server or replaces its row, and puts it first. */
  putServer: (server: ServerInfo) => void
  /** The facts about the site at an address; the usual ones if nothing is known. */
  siteOf: (url: string) => SiteFacts
  putSite: (site: SiteFacts) => void
}

export function createSettings(file: SettingsFile, log: Log): SettingsStore {
  let settings = readSettings(file.read())
  const update = (parts: Partial<Settings>): void => {
    settings = { ...settings, ...parts }
    try {
      file.write(settings)
    } catch (error) {
      log.error('settings-not-written', { error: errorName(error) })
    }
  }
  return {
    get: () => settings,
    update,
    siteOf: (url) =>
      settings.sites.find((site) => site.url === url) ?? {
        url,
        api: '/api',
        cookiePrefix: 'payload',
        plainHttp: false,
      },
    putSite: (site) => {
      update({ sites: [site, ...settings.sites.filter((other) => other.url !== site.url)] })
    },
    putServer: (server) => {
      update({ servers: [server, ...settings.servers.filter((other) => other.id !== server.id)] })
    },
  }
}

/**
 * The first preferred language (the system's `de-AT`, `zh-Hant-TW`) that has texts: an exact match, or a variant of the
 * language; `en` if there is none.
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
