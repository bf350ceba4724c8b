import type { FieldError } from '../../../shared/document/validation/field-error.ts'
import { useT } from '../../i18n/use-t.ts'
import { cutText } from '../cut-text.ts'

/** How numbers are read as they are typed, in the language of the window. */
export function useNumbers() {
  const { numberIn, readNumber, writeNumber } = useT()
  return {
    write: writeNumber,
    parse: numberIn,
    /** Why a text is no value: the two numbers that it can be, or the one that it would be rounded to. */
    whyNot: (text: string): FieldError => {
      const reading = readNumber(text)
      if (reading.kind === 'inexact')
        return {
          key: 'galley:inputs.inexactNumber',
          vars: { text: cutText(text.trim()), stored: writeNumber(reading.value) },
        }
      if (reading.kind !== 'ambiguous') return { key: 'validation:enterNumber' }
      const [first, second] = reading.readings.map(writeNumber)
      return {
        key: 'galley:inputs.ambiguousNumber',
        vars: { text: text.trim(), first: first ?? '', second: second ?? '' },
      }
    },
  }
}
