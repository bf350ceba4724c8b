import { expect, test } from 'vitest'
import { DEFAULT_PREFETCH } from '../../../../shared/prefetch.ts'
import { prefetchWords } from '../../../../renderer/data/prefetch-words.ts'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'

test('U33 says how many documents have come of how many', async () => {
  const { t } = await loadTranslator('en')
  const words = { t, formatNumber: String }
  const state = {
    phase: 'fetching',
    settings: DEFAULT_PREFETCH,
    managed: false,
    left: 116,
    found: 132,
  } as const
  expect(prefetchWords(state, words)).toBe('Downloading 16 of 132')
  // A document found during the count does not make it negative.
  expect(prefetchWords({ ...state, left: 140 }, words)).toBe('Downloading 0 of 132')
})
