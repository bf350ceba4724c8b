import type { Language } from '@payloadcms/translations'
import { en } from '@payloadcms/translations/languages/en'

type LanguageEntry = {
  /** BCP 47 tag for `lang`, Intl and the date picker; always Gregorian with latin digits, as the messages are. */
  tag: string
  load: () => Promise<Language>
}

/** The 44 languages of @payloadcms/translations by their key, each but English in a chunk of its own (S9.21). */
export const languages: Readonly<Record<string, LanguageEntry>> = {
  ar: {
    tag: 'ar-u-ca-gregory-nu-latn',
    load: async () => (await import('@payloadcms/translations/languages/ar')).ar,
  },
  az: { tag: 'az', load: async () => (await import('@payloadcms/translations/languages/az')).az },
  bg: { tag: 'bg', load: async () => (await import('@payloadcms/translations/languages/bg')).bg },
  'bn-BD': {
    tag: 'bn-BD-u-nu-latn',
    load: async () => (await import('@payloadcms/translations/languages/bnBd')).bnBd,
  },
  'bn-IN': {
    tag: 'bn-IN-u-nu-latn',
    load: async () => (await import('@payloadcms/translations/languages/bnIn')).bnIn,
  },
  ca: { tag: 'ca', load: async () => (await import('@payloadcms/translations/languages/ca')).ca },
  cs: { tag: 'cs', load: async () => (await import('@payloadcms/translations/languages/cs')).cs },
  da: { tag: 'da', load: async () => (await import('@payloadcms/translations/languages/da')).da },
  de: { tag: 'de', load: async () => (await import('@payloadcms/translations/languages/de')).de },
  // English fills the gaps of all others, so it is always loaded.
  en: { tag: 'en-US', load: async () => en },
  es: { tag: 'es', load: async () => (await import('@payloadcms/translations/languages/es')).es },
  et: { tag: 'et', load: async () => (await import('@payloadcms/translations/languages/et')).et },
  fa: {
    tag: 'fa-u-ca-gregory-nu-latn',
    load: async () => (await import('@payloadcms/translations/languages/fa')).fa,
  },
  fr: { tag: 'fr', load: async () => (await import('@payloadcms/translations/languages/fr')).fr },
  he: { tag: 'he', load: async () => (await import('@payloadcms/translations/languages/he')).he },
  hr: { tag: 'hr', load: async () => (await import('@payloadcms/translations/languages/hr')).hr },
  hu: { tag: 'hu', load: async () => (await import('@payloadcms/translations/languages/hu')).hu },
  hy: { tag: 'hy', load: async () => (await import('@payloadcms/translations/languages/hy')).hy },
  id: { tag: 'id', load: async () => (await import('@payloadcms/translations/languages/id')).id },
  is: { tag: 'is', load: async () => (await import('@payloadcms/translations/languages/is')).is },
  it: { tag: 'it', load: async () => (await import('@payloadcms/translations/languages/it')).it },
  ja: { tag: 'ja', load: async () => (await import('@payloadcms/translations/languages/ja')).ja },
  ko: { tag: 'ko', load: async () => (await import('@payloadcms/translations/languages/ko')).ko },
  lt: { tag: 'lt', load: async () => (await import('@payloadcms/translations/languages/lt')).lt },
  lv: { tag: 'lv', load: async () => (await import('@payloadcms/translations/languages/lv')).lv },
  my: {
    tag: 'my-u-nu-latn',
    load: async () => (await import('@payloadcms/translations/languages/my')).my,
  },
  nb: { tag: 'nb', load: async () => (await import('@payloadcms/translations/languages/nb')).nb },
  nl: { tag: 'nl', load: async () => (await import('@payloadcms/translations/languages/nl')).nl },
  pl: { tag: 'pl', load: async () => (await import('@payloadcms/translations/languages/pl')).pl },
  pt: { tag: 'pt', load: async () => (await import('@payloadcms/translations/languages/pt')).pt },
  ro: { tag: 'ro', load: async () => (await import('@payloadcms/translations/languages/ro')).ro },
  rs: { tag: 'sr', load: async () => (await import('@payloadcms/translations/languages/rs')).rs },
  'rs-latin': {
    tag: 'sr-Latn',
    load: async () => (await import('@payloadcms/translations/languages/rsLatin')).rsLatin,
  },
  ru: { tag: 'ru', load: async () => (await import('@payloadcms/translations/languages/ru')).ru },
  sk: { tag: 'sk', load: async () => (await import('@payloadcms/translations/languages/sk')).sk },
  sl: { tag: 'sl', load: async () => (await import('@payloadcms/translations/languages/sl')).sl },
  sv: { tag: 'sv', load: async () => (await import('@payloadcms/translations/languages/sv')).sv },
  ta: { tag: 'ta', load: async () => (await import('@payloadcms/translations/languages/ta')).ta },
  th: {
    tag: 'th-u-ca-gregory-nu-latn',
    load: async () => (await import('@payloadcms/translations/languages/th')).th,
  },
  tr: { tag: 'tr', load: async () => (await import('@payloadcms/translations/languages/tr')).tr },
  uk: { tag: 'uk', load: async () => (await import('@payloadcms/translations/languages/uk')).uk },
  vi: { tag: 'vi', load: async () => (await import('@payloadcms/translations/languages/vi')).vi },
  zh: { tag: 'zh-CN', load: async () => (await import('@payloadcms/translations/languages/zh')).zh },
  'zh-TW': {
    tag: 'zh-TW',
    load: async () => (await import('@payloadcms/translations/languages/zhTw')).zhTw,
  },
}

/** Keys of the languages that are written from right to left (S9.19). */
const RTL = new Set(['ar', 'fa', 'he'])

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RTL.has(language) ? 'rtl' : 'ltr'
}

/** Names of languages whose tag would give a longer name, such as `en-US`, or for which Chromium has none. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  hy: 'Հայերեն',
  my: 'မြန်မာ',
  zh: '简体中文',
  'zh-TW': '繁體中文',
}

/** The language's own name in its own script: `Deutsch`, `العربية`. */
export function languageName(language: string): string {
  const tag = languages[language]?.tag.split('-u-')[0]
  if (tag === undefined) return language
  const name = OWN_NAMES[language] ?? new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? language
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
