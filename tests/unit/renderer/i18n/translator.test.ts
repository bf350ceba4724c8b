import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { directionOf, languageName, languages } from '../../../../renderer/i18n/languages.ts'
import { formatDistance } from '../../../../renderer/i18n/dates.ts'
import { loadGalleyMessages, loadTranslator } from '../../../../renderer/i18n/translator.ts'

afterEach(() => vi.restoreAllMocks())

describe('texts', () => {
  it('S2.10 (part) are those of the web admin, by their keys', async () => {
    const { t } = await loadTranslator('en')
    expect(t('general:nothingFound')).toBe('Nothing found')
    expect(t('general:sorryNotFound')).toBe('Sorry—there is nothing to correspond with your request.')
  })

  it('S9.22 (part) fill in and choose the plural of Galley’s own texts', async () => {
    const { t } = await loadTranslator('en')
    expect(t('galley:app.status.signedOutWaiting', { count: 1 })).toBe('Signed out. 1 edit waits for you')
    expect(t('galley:app.status.signedOutWaiting', { count: 3 })).toBe('Signed out. 3 edits wait for you')
    expect(t('version:changedFieldsCount', { count: 2 })).toBe('2 changed fields')
  })

  it('A.4 (part) keep a placeholder that got no value, and values as they are', async () => {
    const { t } = await loadTranslator('en')
    expect(t('general:createNewLabel')).toBe('Create new {{label}}')
    expect(t('general:createNewLabel', { label: '<b> & {{x}} $t(general:and)' })).toBe(
      'Create new <b> & {{x}} $t(general:and)',
    )
  })

  it('have placeholders that are names and nothing else, and none refers to another text', async () => {
    const odd: string[] = []
    const look = (text: unknown, at: string): void => {
      if (typeof text === 'object' && text !== null)
        for (const [key, inner] of Object.entries(text)) look(inner, `${at}.${key}`)
      else if (typeof text === 'string' && /\$t\(|\{\{[^}]*[\s,-][^}]*\}\}/.test(text))
        odd.push(`${at}: ${text}`)
    }
    for (const [key, { load }] of Object.entries(languages)) look((await load()).translations, key)
    for (const key of ['en', 'de', 'fr', 'ar']) look(await loadGalleyMessages(key), key)
    expect(odd).toEqual([])
  })

  it('keep the order of what is put into a text that runs from right to left', async () => {
    const { t } = await loadTranslator('ar')
    expect(t('galley:app.sync.failed', { reason: 'Write traveller.' })).toBe(
      'فشل: \u2068Write traveller.\u2069',
    )
    expect(t('galley:app.sync.waiting', { number: 2 })).toContain('(2)')
    expect(t('galley:app.connect.detail', { detail: '' })).toBe('السبب: ')
  })

  it('F70 (part: sentences) from left to right keep their order in a page from right to left, and values of the other direction theirs', async () => {
    const { t } = await loadTranslator('he')
    // Galley has no Hebrew texts, and `1 word` would read `word 1`.
    expect(t('galley:rich-text-ways.words', { count: 1 })).toBe('\u20661 word\u2069')
    expect(t('galley:app.status.online')).toBe('\u2066Online\u2069')
    expect(t('galley:app.connect.detail', { detail: 'שלום (1)' })).toContain('\u2068שלום (1)\u2069')
    expect(t('general:cancel')).not.toMatch(/[\u2066-\u2069]/)
    const english = (await loadTranslator('en')).t
    expect(english('galley:app.connect.detail', { detail: 'שלום (1)' })).toContain('\u2068שלום (1)\u2069')
    expect(english('galley:app.connect.detail', { detail: 'Hello (1)' })).not.toMatch(/[\u2066-\u2069]/)
  })

  it('S8.12 name a key that does not exist and report it', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { t } = await loadTranslator('de')
    expect(t('x:y')).toBe('x:y')
    expect(warn).toHaveBeenCalledWith('key not found: x:y')
  })

  it('are English where a language has no text of Galley', async () => {
    const { t } = await loadTranslator('ja')
    expect(t('galley:app.status.online')).toBe('Online')
    expect(t('general:cancel')).not.toBe('Cancel')
  })

  it('S9.21 exist in 44 languages, each but English loaded with its dates when it is chosen; dates without a locale are those of en-US', async () => {
    const keys =
      'ar az bg bn-BD bn-IN ca cs da de en es et fa fr he hr hu hy id is it ja ko lt lv my nb nl pl pt ro rs ' +
      'rs-latin ru sk sl sv ta th tr uk vi zh zh-TW'
    expect(Object.keys(languages).toSorted()).toEqual(keys.split(' ').toSorted())
    expect(keys.split(' ')).toHaveLength(44)
    expect(new Set(Object.keys(languages).map(languageName)).size).toBe(44)
    // Static and dynamic imports of the modules.
    const sourceOf = (name: string) =>
      readFileSync(new URL(`../../../../renderer/i18n/${name}.ts`, import.meta.url), 'utf8')
    const atStart = ['languages', 'translator'].flatMap((name) =>
      [...sourceOf(name).matchAll(/^import .* from '(.*\/(?:languages|locale)\/.*)'$/gm)].map(
        ([, from]) => from,
      ),
    )
    expect(atStart).toEqual(['@payloadcms/translations/languages/en', 'date-fns/locale/en-US'])
    const later = [
      ...sourceOf('languages').matchAll(/await import\('@payloadcms\/translations\/languages\/(\w+)'\)/g),
    ]
    expect(new Set(later.map(([, file]) => file)).size).toBe(43)

    const codes = new Map<string, string>()
    for (const key of Object.keys(languages)) {
      const { t, dateLocale } = await loadTranslator(key)
      expect([key, t('general:cancel')]).not.toEqual([key, 'general:cancel'])
      codes.set(key, dateLocale.code)
    }
    expect(codes.get('de')).toBe('de')
    expect(codes.get('zh-TW')).toBe('zh-TW')
    const inEnglish = [...codes].flatMap(([key, code]) => (code === 'en-US' ? [key] : []))
    // Burmese has none, and the one of Armenian is unknown.
    expect(inEnglish.toSorted()).toEqual(['en', 'hy', 'my'])
  })

  it('S8.13 are refused for a language there is not', async () => {
    await expect(loadTranslator('xx')).rejects.toThrow('Language xx not supported')
  })

  it('S9.19 (part) run from right to left in Arabic, Persian and Hebrew only', () => {
    expect(Object.keys(languages).filter((key) => directionOf(key) === 'rtl')).toEqual(['ar', 'fa', 'he'])
  })

  it('Galley’s translations have the keys of the English ones, none left over', async () => {
    const flat = (value: unknown, path = ''): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => flat(inner, `${path}.${key}`))
        : [path]
    // Plural forms differ between languages.
    const bare = (keys: string[]) =>
      new Set(keys.map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))
    const english = await import('../../../../renderer/i18n/galley/en/app.json')
    for (const language of ['de', 'ar', 'fr']) {
      const other = await import(`../../../../renderer/i18n/galley/${language}/app.json`)
      const keys = (module: { default: unknown }) => [...bare(flat(module.default))].toSorted()
      expect({ language, keys: keys(other) }).toEqual({ language, keys: keys(english) })
    }
  })
})

describe('dates', () => {
  it('S9.24 have distances in words of the language', async () => {
    const now = new Date('2024-01-05T12:00:00Z')
    const en = await loadTranslator('en')
    expect(formatDistance('2024-01-05T11:59:31Z', now, en.dateLocale)).toBe('less than a minute')
    expect(formatDistance('2024-01-05T11:15:00Z', now, en.dateLocale)).toBe('about 1 hour')
    const de = await loadTranslator('de')
    expect(formatDistance('2024-01-05T11:15:00Z', now, de.dateLocale)).toBe('etwa 1 Stunde')
  })
})

/** Texts in the specification, in English. */
const ERRORS: Readonly<Record<string, string>> = {
  autosaving: 'There was a problem while autosaving this document.',
  correctInvalidFields: 'Please correct invalid fields.',
  deletingTitle: 'There was an error while deleting {{title}}. Please check your connection and try again.',
  emailOrPasswordIncorrect: 'The email or password provided is incorrect.',
  usernameOrPasswordIncorrect: 'The username or password provided is incorrect.',
  loadingDocument: 'There was a problem loading the document with ID of {{id}}.',
  invalidRequestArgs: 'Invalid arguments passed in request: {{args}}',
  invalidFileType: 'Invalid file type',
  logoutFailed: 'Logout failed.',
  noMatchedField: 'No matched field found for "{{label}}"',
  notAllowedToAccessPage: 'You are not allowed to access this page.',
  previewing: 'There was a problem previewing this document.',
  unableToDeleteCount: 'Unable to delete {{count}} out of {{total}} {{label}}.',
  unableToReindexCollection: 'Error reindexing collection {{collection}}. Operation aborted.',
  unableToUpdateCount: 'Unable to update {{count}} out of {{total}} {{label}}.',
  unauthorized: 'Unauthorized, you must be logged in to make this request.',
  unauthorizedAdmin: 'Unauthorized, this user does not have access to the admin panel.',
  unknown: 'An unknown error has occurred.',
  unspecific: 'An error has occurred.',
  unverifiedEmail: 'Please verify your email before logging in.',
  userEmailAlreadyRegistered: 'A user with the given email is already registered.',
  usernameAlreadyRegistered: 'A user with the given username is already registered.',
  tokenNotProvided: 'Token not provided.',
  unPublishingDocument: 'There was a problem while un-publishing this document.',
  problemUploadingFile: 'There was a problem while uploading the file.',
}

describe('the named messages', () => {
  it('S8.14 of errors are 25, and say in English what those of the web admin say', async () => {
    expect(Object.keys(ERRORS)).toHaveLength(25)
    const { t } = await loadTranslator('en')
    const said = Object.fromEntries(Object.keys(ERRORS).map((key) => [key, t(`error:${key}`)]))
    expect(said).toEqual(ERRORS)
  })

  it('S6.08 of those who may not come in tell nobody, no administrator and no access to a page apart', async () => {
    const { t } = await loadTranslator('en')
    expect(t('error:unauthorized')).toBe('Unauthorized, you must be logged in to make this request.')
    expect(t('error:unauthorizedAdmin')).toBe(
      'Unauthorized, this user does not have access to the admin panel.',
    )
    expect(t('error:notAllowedToAccessPage')).toBe('You are not allowed to access this page.')
  })
})
