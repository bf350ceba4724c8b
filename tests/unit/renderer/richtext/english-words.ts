import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { UseT } from '../../../../renderer/i18n/use-t.ts'
import { pickLabel } from '../../../../shared/cms/labels.ts'

/** The texts of the app in English, outside of a page. */
export async function englishWords(): Promise<UseT> {
  const { t, language } = await loadTranslator('en')
  return {
    t,
    language,
    dir: 'ltr',
    label: (text) => pickLabel(text, 'en'),
    formatDate: (iso) => iso,
    formatDistance: (iso) => iso,
    formatTime: (iso) => iso,
    formatNumber: String,
    formatList: (parts) => parts.join(', '),
  }
}
