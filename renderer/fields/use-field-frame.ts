import { createElement } from 'react'
import type { RowsField, ValueField } from '../../shared/cms/schema-model.ts'
import { useT, type UseT } from '../i18n/use-t.ts'
import { describedBy, type FieldFrameProps } from '../ui/field-frame/field-frame.tsx'
import { fieldId, useField, useFieldState, useForm, type FieldControl } from '../form/form-context.tsx'
import type { FieldState, ShownError } from '../form/form-snapshot.ts'
import { isInvalid } from '../form/shown-errors.ts'
import { useFieldScope } from './field-scope.tsx'
import { useTranslatedCell } from './second-locale/other-locale-context.ts'
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
  /** Ids for a group or a button, which cannot have aria-required: with that of the word "required". */
  groupDescribedBy: string | undefined
  /** Direction and language of the content, for text inputs. */
  content: { dir: 'ltr' | 'rtl' | 'auto'; lang: string | undefined }
  frame: Omit<FieldFrameProps, 'children'>
}

export type ControlledFrameParts = FieldFrameParts & { control: FieldControl }

/** Returns the state of a field for its input and the frame around it. */
export function useFieldFrame(field: Field, path: string): ControlledFrameParts {
  const control = useField(path)
  return { control, ...useFrame(field, path, control, useFallbackText(field, path, control.value)) }
}

/**
 * Returns the state of a field for an input that reads its value itself (see useFieldState); without
 * fallbacks.
 */
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
    groupDescribedBy: describedBy(id, { description, error, required: field.required }, 'group'),
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
 * Returns the direction in the field's config. Without one, a text has that of its locale; an unlocalized one, in any
 * language, decides by itself.
 */
function directionOf(field: Field): 'ltr' | 'rtl' | null {
  const rtl = 'rtl' in field ? field.rtl : null
  return rtl === null ? null : rtl ? 'rtl' : 'ltr'
}

/** True if the site renders the field by a component of its own; Payload's own ones are reimplemented here. */
function isForeign(component: string | null): boolean {
  return component !== null && !component.startsWith('@payloadcms/')
}

function stateText({ mark, since }: FieldState, { t, formatTime }: UseT): string | null {
  if (mark === 'waiting' && since !== null)
    return t('galley:edit.field.editedAt', { time: formatTime(since) })
  return mark === 'updated' ? t('galley:edit.field.updated') : null
}

/** Returns the server's message unchanged, an own one in the UI language. */
function errorText(shown: ShownError | null, { t }: Pick<UseT, 't'>): string | null {
  if (shown === null) return null
  if (shown.by === 'server') return shown.message
  const { key, vars = {}, varKeys = {}, detail = '' } = shown.error
  const words = Object.entries(varKeys).map(([name, wordKey]) => [name, t(wordKey)])
  return t(key, { ...vars, ...Object.fromEntries(words) }) + detail
}
