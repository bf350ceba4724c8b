import { useState } from 'react'
import type { PointField } from '../../../shared/cms/schema-model.ts'
import { useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { NumberInput } from '../../ui/number-input/number-input.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { useNumbers } from '../number/number-field.tsx'
import { readableCode, readableLine } from '../not-editable/readable-values.ts'
import { useFieldFrame } from '../use-field-frame.ts'
import styles from './point-field.module.css'
import type { Json } from '../../../shared/json.ts'

/** An input for a point: two numbers in the server's order. It is a value once both are there, or neither. */
function PointFieldInput({ field, path }: FieldInputProps<PointField>) {
  const { t, numberIn, readNumber, writeNumber } = useT()
  const { whyNot } = useNumbers()
  const form = useForm()
  const { control, id, frame, readOnly, invalid, placeholder, describedBy } = useFieldFrame(field, path)
  const numbers = numbersOf(control.value)
  const shown: PointTexts =
    control.text === null
      ? [numbers ? writeNumber(numbers[0]) : '', numbers ? writeNumber(numbers[1]) : '']
      : splitTexts(control.text)
  const [typed, setTyped] = useState(shown)
  // The typed text stays while it means the same number.
  const saysTheSame = (text: string, other: string): boolean =>
    text === other || (numberIn(text) !== null && numberIn(text) === numberIn(other))
  const texts = typed.every((text, index) => saysTheSame(text, shown[index] ?? '')) ? typed : shown

  const change = (part: 0 | 1, text: string) => {
    const next: PointTexts = part === 0 ? [text, texts[1]] : [texts[0], text]
    setTyped(next)
    const [longitude, latitude] = next.map(numberIn)
    if (next.every((one) => one.trim() === '')) control.setValue(null, { typing: true })
    else if (longitude != null && latitude != null) control.setValue([longitude, latitude], { typing: true })
    else {
      const inexact = next.find((one) => readNumber(one).kind === 'inexact')
      const error = inexact === undefined ? { key: 'validation:requiresTwoNumbers' } : whyNot(inexact)
      form.setText(path, joinTexts(next), error)
    }
  }
  const part = (index: 0 | 1, label: string) => {
    const partId = index === 0 ? id : `${id}-latitude`
    return (
      <label htmlFor={partId} className={styles['part']}>
        <span className={styles['label']}>{label}</span>
        <NumberInput
          id={partId}
          value={numberIn(texts[index])}
          text={texts[index]}
          onChange={(_value, text) => change(index, text)}
          onBlur={control.onBlur}
          min={index === 0 ? -180 : -90}
          max={index === 0 ? 180 : 90}
          step={field.step}
          readOnly={readOnly}
          invalid={invalid}
          required={field.required}
          placeholder={placeholder}
          aria-describedby={describedBy}
        />
      </label>
    )
  }
  return (
    <FieldFrame {...frame} group>
      <div role="group" aria-labelledby={`${id}-label`} className={styles['point']}>
        {part(0, t('fields:longitude'))}
        {part(1, t('fields:latitude'))}
      </div>
    </FieldFrame>
  )
}

export const point: ValueFieldModule<PointField> = {
  Input: PointFieldInput,
  edits: (_field, value) => value === null || numbersOf(value) !== null,
  column: { offered: 'never' },
  readable: (field, value, context) =>
    Array.isArray(value) ? readableLine(field, value, context) : readableCode(value),
}

/** Longitude and latitude as typed. */
type PointTexts = [longitude: string, latitude: string]

/** Joins both typed texts, since unreadable input is stored as one text. */
function joinTexts(texts: PointTexts): string {
  return texts.join('\n')
}

function splitTexts(text: string): PointTexts {
  const [longitude = '', latitude = ''] = text.split('\n')
  return [longitude, latitude]
}

/** Returns the two numbers of a value; null if it is no point. */
function numbersOf(value: Json): [longitude: number, latitude: number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [longitude, latitude] = value
  return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : null
}
