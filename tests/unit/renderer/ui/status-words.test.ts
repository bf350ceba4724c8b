import { expect, test } from 'vitest'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { statusWord, storedStatusWord } from '../../../../renderer/ui/status-dot/status-words.ts'

test.each([
  ['en', 'Draft or Changed'],
  ['de', 'Entwurf oder Geändert'],
  ['fr', 'Brouillon ou Modifié'],
  ['ar', 'مسودّة أو تمّ التّغيير'],
])('in %s a stored draft is called what its rows say: %s', async (language, words) => {
  const { t } = await loadTranslator(language)
  const said = storedStatusWord('draft', t).replaceAll(/[\u2066-\u2069]/g, '')
  expect(said).toBe(words)
  for (const status of ['draft', 'changed'] as const) expect(said).toContain(statusWord(status, t))
  expect(storedStatusWord('published', t)).toBe(statusWord('published', t))
})
