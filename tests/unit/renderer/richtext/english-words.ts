import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { numberIn, readNumber, writeNumber } from '../../../../renderer/i18n/numbers.ts'
import type { UseT } from '../../../../renderer/i18n/use-t.ts'
import { pickLabel } from '../../../../shared/cms/labels.ts'

/** The texts of the app in English, outside of a page. */
export async function englishWords(): Promise<UseT> {
  const { t, language, tag } = await loadTranslator('en')
  const label: UseT['label'] = (text) => pickLabel(text, 'en')
  return {
    t,
    language,
    tag,
    dir: 'ltr',
    label,
    formatDate: (iso) => iso,
    formatDistance: (iso) => iso,
    formatAgo: (iso) => iso,
    formatMoment: (iso) => iso,
    formatSize: String,
    sampleAgos: () => [],
    formatOffset: () => '',
    formatTime: (iso) => iso,
    formatNumber: String,
    readNumber: (text) => readNumber(tag, text),
    numberIn: (text) => numberIn(tag, text),
    writeNumber: (value) => writeNumber(tag, value),
    valueWords: { label, formatDate: (iso) => iso, formatNumber: String },
    formatList: (parts) => parts.join(', '),
  }
}
