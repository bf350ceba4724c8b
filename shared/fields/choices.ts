import { read, readLabel, readList } from '../cms/read-value.ts'
import type { FieldError } from '../document/validation/field-error.ts'
import type { Json } from '../json.ts'
import type { ChoiceOption } from './choice-option.ts'
import type { TextContext } from './field-type.ts'
import { itemsOf, joined, plainText } from './value-rules.ts'

export function parseOptions(value: unknown): ChoiceOption[] {
  return readList(value).flatMap((item) => {
    if (typeof item === 'string') return [{ value: item, label: item }]
    const option = read(item, 'value')
    if (typeof option === 'number')
      return [
        { value: String(option), label: readLabel(read(item, 'label')) ?? String(option), number: option },
      ]
    if (typeof option !== 'string') return []
    return [{ value: option, label: readLabel(read(item, 'label')) ?? option }]
  })
}

/** What is stored for an option. */
function storedOf({ value, number }: ChoiceOption): string | number {
  return number ?? value
}

/** The value that the option of this code is stored as; of one that is no option the code itself. */
export function choiceOf(options: readonly ChoiceOption[], code: string): string | number {
  const option = options.find(({ value }) => value === code)
  return option === undefined ? code : storedOf(option)
}

/** The code that a stored value is chosen by; null: it is none. */
export function codeOf(options: readonly ChoiceOption[], value: Json): string | null {
  return (
    options.find((option) => storedOf(option) === value)?.value ?? (typeof value === 'string' ? value : null)
  )
}

/** Labels of what is chosen; what is no option is said as it is. */
export function chosenText(
  options: readonly ChoiceOption[],
  value: Json | undefined,
  context: TextContext,
): string {
  return joined(
    itemsOf(value).map((item) => {
      const option = options.find((one) => storedOf(one) === item)
      return option === undefined ? plainText(item) : context.label(option.label) || option.value
    }),
  )
}

/** Whether all that is chosen is among the options. */
export function checkChosen(options: readonly ChoiceOption[], chosen: readonly Json[]): FieldError | null {
  const allowed = new Set<Json>(options.map(storedOf))
  const wrong = chosen.some((item) => !allowed.has(item))
  return wrong ? { key: 'validation:invalidSelection' } : null
}
