/** Shared props of single-line and multi-line inputs. */
export type TextProps = {
  id: string
  value: string
  /** `composing`: an input method is composing, so the text is not final. */
  onChange: (value: string, composing: boolean) => void
  onBlur?: (() => void) | undefined
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  placeholder?: string | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  lang?: string | undefined
  mono?: boolean
  spellCheck?: boolean
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
}

/** True if an input method is composing. */
export function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}

/** Returns the attributes of the element. `required` is only announced: the form has its own message for it. */
export function textAttributes(props: TextProps) {
  return {
    id: props.id,
    value: props.value,
    onBlur: props.onBlur,
    readOnly: props.readOnly ?? false,
    'aria-required': props.required,
    'aria-invalid': props.invalid || undefined,
    'aria-label': props['aria-label'],
    'aria-labelledby': props['aria-labelledby'],
    'aria-describedby': props['aria-describedby'],
    placeholder: props.placeholder,
    dir: props.dir,
    lang: props.lang,
    spellCheck: props.spellCheck,
  }
}
