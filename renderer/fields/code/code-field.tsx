import type { CodeField } from '../../../shared/cms/schema-model.ts'
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { CodeDiff } from '../diff/lines-diff.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { readableCode } from '../not-editable/readable-values.ts'
import { useFieldFrame } from '../use-field-frame.ts'

function CodeFieldInput({ field, path }: FieldInputProps<CodeField>) {
  const { control, id, frame, readOnly, invalid, describedBy } = useFieldFrame(field, path)
  return (
    <FieldFrame {...frame} group>
      <CodeEditor
        id={id}
        value={typeof control.value === 'string' ? control.value : ''}
        onChange={(value, composing) => control.setValue(value, { typing: true, composing })}
        onBlur={control.onBlur}
        language={field.language}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        {...field.editor}
      />
    </FieldFrame>
  )
}

export const code: ValueFieldModule<CodeField> = {
  Input: CodeFieldInput,
  edits: (_field, value) => value === null || typeof value === 'string',
  Diff: CodeDiff,
  readable: (_field, value) => readableCode(value),
}
