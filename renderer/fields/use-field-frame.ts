import { createElement } from 'react'
import type { RowsField, ValueField } from '../../shared/cms/schema-model.ts'
import { useT, type UseT } from '../i18n/use-t.ts'
import { describedBy } from '../ui/field-frame/described-by.ts'
import type { FieldFrameProps } from '../ui/field-frame/field-frame.tsx'
import { fieldId, useField, useFieldState, useForm, type FieldControl } from '../form/form-context.tsx'
import type { FieldState, ShownError } from '../form/form-snapshot.ts'
import { isInvalid } from '../form/shown-errors.ts'
import { useFieldScope } from './field-scope.tsx'
import { useTranslatedCell } from './second-locale/beside-context.ts'
import { TranslationMark } from './second-locale/translation-mark.tsx'
import { useFallbackText } from './use-fallback-text.ts'

type Field = ValueField | RowsField

export type FieldFrameParts = {
  id: string
  readOnly: boolean
  /** The label as text. */
  name: string
  invalid: boolean
  placeholder: string | undefined
  describedBy: string | undefined
  /** Direction and language of the content, for inputs that hold words. */
  content: { dir: 'ltr' | 'rtl' | 'auto'; lang: string | undefined }
  frame: Omit<FieldFrameProps, 'children'>
}

export type ControlledFrameParts = FieldFrameParts & { control: FieldControl }

/** Everything an input and the frame around it need to know about one field. */
export function useFieldFrame(field: Field, path: string): ControlledFrameParts {
  const control = useField(path)
  return { control, ...useFrame(field, path, control, useFallbackText(field, path, control.value)) }
}

/** The same for an input that asks for its value itself: see useFieldState. */
export function useFrameWithoutValue(field: Field, path: string): FieldFrameParts {
  return useFrame(field, path, useFieldState(path), null)
}

function useFrame(field: Field, path: string, state: FieldState, fallback: string | null): FieldFrameParts {
  const form = useForm()
  const scope = useFieldScope()
  const texts = useT()
  const id = fieldId(form, path)
  const resolved = form.resolve(path)
  const localized = resolved?.localized ?? field.localized
  const error = errorText(state.error, texts)
  const invalid = isInvalid(state.error)
  const description = texts.label(field.description)
  const name = field.label === null ? field.name : texts.label(field.label) || field.name
  const cell = useTranslatedCell()
  const placeholder = fallback ?? texts.label(field.placeholder)
  return {
    id,
    name,
    readOnly: field.readOnly || resolved?.readOnly === true || !scope.mayWrite(path),
    invalid,
    placeholder: placeholder === '' ? undefined : placeholder,
    describedBy: describedBy(id, { description, error }),
    content: {
      dir: directionOf(field) ?? (localized && scope.dir !== null ? scope.dir : 'auto'),
      lang: localized && scope.locale !== null ? scope.locale : undefined,
    },
    frame: {
      label: name,
      htmlFor: id,
      required: field.required,
      localeCode: localized ? scope.locale : null,
      ...(cell === path && { localeMark: createElement(TranslationMark, { field, path }) }),
      state: state.mark,
      stateText: stateText(state, texts),
      description,
      error,
      advice: error !== null && !invalid,
      ...(isForeign(field.component) && { note: texts.t('galley:inputs.ownComponent') }),
    },
  }
}

/**
 * The direction that the site gives the field. Where it gives none, a text has that of its language, and one that is
 * not translated, which may be in any language, tells it by itself.
 */
function directionOf(field: Field): 'ltr' | 'rtl' | null {
  const rtl = 'rtl' in field ? field.rtl : null
  return rtl === null ? null : rtl ? 'rtl' : 'ltr'
}

/** Whether the site draws the field with something of its own; Payload's own parts are done here as they are there. */
function isForeign(component: string | null): boolean {
  return component !== null && !component.startsWith('@payloadcms/')
}

function stateText({ mark, since }: FieldState, { t, formatTime }: UseT): string | null {
  if (mark === 'waiting' && since !== null)
    return t('galley:edit.field.editedAt', { time: formatTime(since) })
  return mark === 'updated' ? t('galley:edit.field.updated') : null
}

/** The server's words as they are, own ones in the UI language. */
function errorText(shown: ShownError | null, { t }: Pick<UseT, 't'>): string | null {
  if (shown === null) return null
  if (shown.by === 'server') return shown.message
  const { key, vars = {}, varKeys = {}, detail = '' } = shown.error
  const words = Object.entries(varKeys).map(([name, wordKey]) => [name, t(wordKey)])
  return t(key, { ...vars, ...Object.fromEntries(words) }) + detail
}
