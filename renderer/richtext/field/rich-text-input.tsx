import { useMemo } from 'react'
import type { RichTextEditor, RichTextField } from '../../../shared/cms/schema-model.ts'
import { useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { RichTextProvider, type RichTextContext } from '../editor-context.tsx'
import { RichTextBox } from '../rich-text-box.tsx'
import type { TextBoxProps } from '../rich-text-editor.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import type { FieldInputProps } from '../../fields/field-module.ts'
import { useFrameWithoutValue } from '../../fields/use-field-frame.ts'

/** The input of a rich text; renders nothing if the site does not tell what its editor offers. */
export function RichTextInput({ field, path }: FieldInputProps<RichTextField>) {
  return field.editor === null ? null : <Editable field={field} path={path} config={field.editor} />
}

function Editable({ field, path, config }: FieldInputProps<RichTextField> & { config: RichTextEditor }) {
  const { t, label } = useT()
  const form = useForm()
  const { id, name, frame, readOnly, invalid, placeholder, describedBy, content } = useFrameWithoutValue(
    field,
    path,
  )
  const { locale } = form
  const context = useMemo<RichTextContext>(
    () => ({ field, path, config, form, locale, readOnly, name }),
    [field, path, config, form, locale, readOnly, name],
  )
  const own = label(config.placeholder)
  const hint = placeholder ?? (own === '' ? t('galley:rich-text.placeholder') : own)
  const { lang, dir } = content
  const text = useMemo<TextBoxProps>(
    () => ({
      id,
      lang,
      dir,
      invalid,
      placeholder: hint,
      'aria-labelledby': `${id}-label`,
      'aria-describedby': describedBy,
      'aria-required': field.required || undefined,
    }),
    [id, lang, dir, invalid, hint, describedBy, field.required],
  )
  return (
    <FieldFrame {...frame} group>
      <RichTextProvider value={context}>
        <RichTextBox
          // Another place is another text.
          key={`${form.id} ${path}`}
          text={text}
          onBlur={form.blur}
        />
      </RichTextProvider>
    </FieldFrame>
  )
}
