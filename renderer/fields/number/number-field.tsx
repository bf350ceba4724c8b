import type { NumberField } from '../../../shared/cms/schema-model.ts'
import { useForm } from '../../form/form-context.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { NumberInput } from '../../ui/number-input/number-input.tsx'
import { TagInput } from '../../ui/tag-input/tag-input.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-values.ts'
import { useFieldFrame } from '../use-field-frame.ts'
import { isNumberList } from '../value-shapes.ts'
import type { FieldError } from '../../../shared/document/validation/field-error.ts'
import { useT } from '../../i18n/use-t.ts'
import { cutText } from '../cell-text.tsx'

function NumberFieldInput({ field, path }: FieldInputProps<NumberField>) {
  return field.hasMany ? <NumbersInput field={field} path={path} /> : <OneNumber field={field} path={path} />
}

/** The input for several numbers, as tags. */
function NumbersInput({ field, path }: FieldInputProps<NumberField>) {
  const form = useForm()
  const { parse, write, whyNot } = useNumbers()
  const { control, id, frame, readOnly, invalid, placeholder, describedBy } = useFieldFrame(field, path)
  return (
    <FieldFrame {...frame}>
      <TagInput
        id={id}
        items={isNumberList(control.value) ? control.value : []}
        parse={parse}
        format={write}
        text={control.text}
        onChange={control.setValue}
        // Text that is no number is no value: the other values stay, and the field shows the reason.
        onText={(text) => form.setText(path, text === '' ? null : text, whyNot(text))}
        onCommit={control.onBlur}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        placeholder={placeholder}
        autoComplete={field.autoComplete ?? undefined}
        dir="ltr"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}

function OneNumber({ field, path }: FieldInputProps<NumberField>) {
  const form = useForm()
  const { whyNot } = useNumbers()
  const { control, id, frame, readOnly, invalid, placeholder, describedBy } = useFieldFrame(field, path)
  return (
    <FieldFrame {...frame}>
      <NumberInput
        id={id}
        value={typeof control.value === 'number' ? control.value : null}
        text={control.text}
        onChange={(value, text) => {
          // Text that is no number is no value: the document keeps its value, and the field shows the reason.
          if (value === null && text.trim() !== '') form.setText(path, text, whyNot(text))
          else control.setValue(value, { typing: true })
        }}
        onBlur={control.onBlur}
        min={field.min}
        max={field.max}
        step={field.step}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        placeholder={placeholder}
        autoComplete={field.autoComplete ?? undefined}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}

export const number: ValueFieldModule<NumberField> = {
  Input: NumberFieldInput,
  edits: (field, value) =>
    value === null || (field.hasMany ? isNumberList(value) : typeof value === 'number'),
  column: { sortable: (field) => !field.hasMany, figures: true },
  readable: readableItems,
}

/** Returns the parsing and writing of numbers in the language of the window. */
export function useNumbers() {
  const { numberIn, readNumber, writeNumber } = useT()
  return {
    write: writeNumber,
    parse: numberIn,
    /**
     * Returns the reason that a text is no value: it is no number, can mean two numbers, or would be rounded.
     */
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
