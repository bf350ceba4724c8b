import { afterEach, describe, expect, it, vi } from 'vitest'
import { directionOf, languageName, languages } from '../../../../renderer/i18n/languages.ts'
import { formatDistance } from '../../../../renderer/i18n/dates.ts'
import { loadGalleyMessages } from '../../../../renderer/i18n/messages.ts'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'

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
    // There are none of Galley in Hebrew, and `1 word` would read `word 1`.
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

  it('S9.21 (part) exist in 44 languages, each with a name of its own', async () => {
    const keys = Object.keys(languages)
    expect(keys).toHaveLength(44)
    expect(new Set(keys.map(languageName)).size).toBe(44)
    for (const key of ['bn-BD', 'rs-latin', 'zh-TW', 'hy', 'my']) {
      const { t } = await loadTranslator(key)
      expect(t('general:cancel')).not.toBe('general:cancel')
    }
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
