import { read, readLabel, readList } from '../cms/read-value.ts'
import type { FieldError } from '../document/validation/field-error.ts'
import type { Json } from '../json.ts'
import type { ChoiceOption } from '../cms/field-base.ts'
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

/** The stored value of an option. */
function storedOf({ value, number }: ChoiceOption): string | number {
  return number ?? value
}

/** The stored value of the option with this code; the code itself if there is no such option. */
export function choiceOf(options: readonly ChoiceOption[], code: string): string | number {
  const option = options.find(({ value }) => value === code)
  return option === undefined ? code : storedOf(option)
}

/** The code of the option with this stored value; for other texts the value itself, otherwise null. */
export function codeOf(options: readonly ChoiceOption[], value: Json): string | null {
  return (
    options.find((option) => storedOf(option) === value)?.value ?? (typeof value === 'string' ? value : null)
  )
}

/** The labels of the chosen options; a value that is no option is shown as it is. */
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

/** The error if a chosen value is not among the options, otherwise null. */
export function checkChosen(options: readonly ChoiceOption[], chosen: readonly Json[]): FieldError | null {
  const allowed = new Set<Json>(options.map(storedOf))
  const wrong = chosen.some((item) => !allowed.has(item))
  return wrong ? { key: 'validation:invalidSelection' } : null
}
