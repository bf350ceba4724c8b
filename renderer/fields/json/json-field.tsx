import { useMemo, useState } from 'react'
import type { JsonField } from '../../../shared/cms/schema-model.ts'
import { sameJson } from '../../../shared/json.ts'
import { useForm } from '../../form/form-context.tsx'
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { CodeDiff } from '../diff/lines-diff.tsx'
import type { FieldInputProps, ValueFieldModule, FieldCellProps } from '../field-module.ts'
import { cutText, CellText } from '../cell-text.tsx'
import { readableCode } from '../not-editable/readable-values.ts'
import { useFieldFrame } from '../use-field-frame.ts'
import { wholeValue } from '../diff-text.ts'
import { formatJson, inexactNumberIn, parseJson } from './json-text.ts'
import { json as type } from '../../../shared/fields/json/json.ts'
import { isBlank } from '../../../shared/fields/value-rules.ts'

/** Longest text in UTF-16 units that a list cell shows uncut. */
const CUT_FROM = 150

function JsonCell({ field, value, context }: FieldCellProps<JsonField>) {
  const text = isBlank(value) ? '' : type.text(field, value, context)
  return <CellText text={text.length > CUT_FROM ? cutText(text) : text} field={field} context={context} />
}

/** An input for JSON as text. Invalid text is kept as typed (F50), and the value stays. */
function JsonFieldInput({ field, path }: FieldInputProps<JsonField>) {
  const form = useForm()
  const { control, id, frame, readOnly, invalid, describedBy } = useFieldFrame(field, path)
  const { value, text } = control
  const [typed, setTyped] = useState<string | null>(text)
  const parsed = useMemo(() => (typed === null ? null : parseJson(typed)), [typed])
  const formatted = useMemo(() => formatJson(value, field.editor), [value, field.editor])
  // The typed text stays while it means the document's value.
  const shown =
    text ?? (typed !== null && parsed !== null && sameJson(parsed.value, value) ? typed : formatted)

  const change = (next: string, composing: boolean) => {
    setTyped(next)
    const read = parseJson(next)
    const inexact = read === null ? null : inexactNumberIn(next)
    if (read === null) form.setText(path, next)
    else if (inexact !== null)
      form.setText(path, next, {
        key: 'galley:inputs.inexactJson',
        vars: { text: cutText(inexact), stored: String(Number(inexact)) },
      })
    else control.setValue(read.value, { typing: true, composing })
  }
  return (
    <FieldFrame {...frame} group>
      <CodeEditor
        id={id}
        value={shown}
        onChange={change}
        onBlur={control.onBlur}
        language="json"
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        maxHeight={field.maxHeight}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        {...field.editor}
      />
    </FieldFrame>
  )
}

export const json: ValueFieldModule<JsonField> = {
  Input: JsonFieldInput,
  Cell: JsonCell,
  column: { offered: 'named' },
  diffText: (_field, value) => wholeValue(value),
  Diff: CodeDiff,
  readable: (_field, value) => readableCode(value),
}
