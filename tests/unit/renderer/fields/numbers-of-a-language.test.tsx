import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { number, point } from '../../shared/build-fields.ts'
import { showFields } from './show-fields.tsx'

afterEach(cleanup)

/** The fields in a window of this language. */
async function inLanguage(language: string, fields: Field[], data: JsonObject = {}) {
  const shown = await showFields(fields, {
    data,
    around: (content) => <LanguageProvider language={language}>{content}</LanguageProvider>,
  })
  await act(() => loadTranslator(language))
  return shown
}
const line = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const type = (name: string, value: string) => fireEvent.change(line(name), { target: { value } })

describe('F57 a number is typed as the language of the window writes it', () => {
  it.each([
    ['en', '1,234.5', 1234.5, '1234.5'],
    ['de', '1.234,5', 1234.5, '1234,5'],
    ['de', '1.5', 1.5, '1,5'],
    ['ar', '١٢٫٥', 12.5, '12.5'],
  ])('%s: %j is stored as %d, and the field shows what is stored', async (language, typed, value, shown) => {
    const { form } = await inLanguage(language, [number('a', { label: 'A' })])
    type('A', typed)
    expect(form.read('a')).toBe(value)
    expect(line('A').value).toBe(typed)
    fireEvent.blur(line('A'))
    expect(line('A').value).toBe(shown)
    expect(form.read('a')).toBe(value)
  })

  it.each([
    ['en', '1,234', '“1,234” can mean 1.234 or 1234. Type one of the two.'],
    ['de', '1.234', '„1.234“ kann 1,234 oder 1234 bedeuten. Gib eine der beiden Zahlen ein.'],
  ])(
    '%s: %j can be two numbers: it is refused with both, and the value stays',
    async (language, typed, words) => {
      const { form } = await inLanguage(language, [number('a', { label: 'A' })], { a: 7 })
      type('A', typed)
      expect(form.read('a')).toBe(7)
      expect(form.changes()).toEqual([])
      expect(form.validate()).toEqual(['a'])
      expect(screen.getByText(words)).toBeTruthy()
      fireEvent.blur(line('A'))
      expect(line('A').value).toBe(typed)
    },
  )

  it('refuses a number that would be rounded, alone, among several and of a place (F102)', async () => {
    const fields = [
      number('a', { label: 'One' }),
      number('b', { label: 'Several', hasMany: true }),
      point('c', { label: 'Place' }),
    ]
    const data = { a: 7, b: [1], c: [18.8, 68.3] }
    const { form } = await inLanguage('de', fields, data)
    const typed = '9007199254740993'
    type('One', typed)
    type('Several', typed)
    const [, , longitude] = screen.getAllByRole<HTMLInputElement>('textbox')
    if (longitude) fireEvent.change(longitude, { target: { value: typed } })
    expect([form.read('a'), form.read('b'), form.read('c')]).toEqual([data.a, data.b, data.c])
    expect(form.unreadable()).toEqual(['a', 'b', 'c'])
    const words = `„${typed}“ hat mehr Stellen, als eine Zahl fassen kann. Gespeichert würde 9007199254740992.`
    expect(screen.getAllByText(words)).toHaveLength(3)
    fireEvent.blur(line('One'))
    expect([line('One').value, line('Several').value, longitude?.value]).toEqual([typed, typed, typed])
  })

  it('a number that is there is shown in it, and leaving the field changes nothing', async () => {
    const { form } = await inLanguage('de', [number('a', { label: 'A' })], { a: 1234.5 })
    expect(line('A').value).toBe('1234,5')
    fireEvent.blur(line('A'))
    expect(form.changes()).toEqual([])
    fireEvent.keyDown(line('A'), { key: 'ArrowUp' })
    expect([form.read('a'), line('A').value]).toEqual([1235.5, '1235,5'])
  })

  it('of several, too', async () => {
    const { form } = await inLanguage('de', [number('a', { label: 'A', hasMany: true })], { a: [0.5] })
    expect(screen.getByText('0,5')).toBeTruthy()
    type('A', '2.345')
    expect(form.read('a')).toEqual([0.5])
    expect(screen.getByText(/kann 2,345 oder 2345 bedeuten/)).toBeTruthy()
    type('A', '2,345')
    expect(form.read('a')).toEqual([0.5, 2.345])
  })

  it('and of a place', async () => {
    const { form } = await inLanguage('de', [point('a', { label: 'A' })], { a: [18.8, 68.3] })
    const [longitude] = screen.getAllByRole<HTMLInputElement>('textbox')
    expect(longitude?.value).toBe('18,8')
    if (longitude) fireEvent.change(longitude, { target: { value: '10,75' } })
    expect(form.read('a')).toEqual([10.75, 68.3])
  })
})
