import { describe, expect, test } from 'vitest'
import { notDoneReason } from '../../../../renderer/data/failure-reasons.ts'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'

describe('why something was not done', () => {
  test.each(['refused', 'unknown'] as const)(
    'the words of a server keep their order in a page from right to left: %s',
    async (outcome) => {
      const said = async (language: string) => {
        const { t } = await loadTranslator(language)
        return notDoneReason({ outcome, message: 'Write traveller, not tourist.' }, t)
      }
      expect(await said('ar')).toMatch(/ «\u2068Write traveller, not tourist\.\u2069»$/)
      // In Hebrew, which has no texts of ours, ours are English ones.
      expect(await said('he')).toMatch(/ “\u2068Write traveller, not tourist\.\u2069”\u2069$/)
      expect(await said('en')).toMatch(/\. The server says: “Write traveller, not tourist\.”$/)
    },
  )

  test('a server that does not say why leaves nothing behind what is said', async () => {
    const { t } = await loadTranslator('en')
    expect(notDoneReason({ outcome: 'refused', message: '' }, t)).toBe(
      'Not done. The server refused it and gave no reason.',
    )
    expect(notDoneReason({ outcome: 'unknown', message: '' }, t)).toBe(
      'The server did not answer. It may have been done. Check before you try again.',
    )
  })
})
