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
    if (typeof option !== 'string') return []
    return [{ value: option, label: readLabel(read(item, 'label')) ?? option }]
  })
}

/** Labels of what is chosen; what is no option is said as it is. */
export function chosenText(
  options: readonly ChoiceOption[],
  value: Json | undefined,
  context: TextContext,
): string {
  return joined(
    itemsOf(value).map((item) => {
      const option = options.find((one) => one.value === item)
      return option === undefined ? plainText(item) : context.label(option.label) || option.value
    }),
  )
}

/** Whether all that is chosen is among the options. */
export function checkChosen(options: readonly ChoiceOption[], chosen: readonly Json[]): FieldError | null {
  const allowed = new Set(options.map((option) => option.value))
  const wrong = chosen.some((item) => typeof item !== 'string' || !allowed.has(item))
  return wrong ? { key: 'validation:invalidSelection' } : null
}
