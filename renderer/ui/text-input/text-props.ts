/** What inputs of one and of several lines have in common. */
export type TextProps = {
  id: string
  value: string
  /** `composing`: an input method is at work, and the text is not what it will be. */
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

/** Whether an input method is at work in this event. */
export function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}

/** The same as attributes of the element. What is required is said, not enforced: the form has its own words for it. */
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
