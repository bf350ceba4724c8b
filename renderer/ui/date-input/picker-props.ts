import type { DateInputProps } from './date-input-props.ts'

/** Returns the shared props of date and time inputs for react-aria, which must not get undefined ones. */
export function pickerProps(props: DateInputProps) {
  return {
    shouldForceLeadingZeros: true,
    ...(props.hourCycle != null && { hourCycle: props.hourCycle }),
    isReadOnly: props.readOnly ?? false,
    isInvalid: props.invalid ?? false,
    isRequired: props.required ?? false,
    ...(props.id !== undefined && { id: props.id }),
    ...(props.onBlur !== undefined && { onBlur: props.onBlur }),
    ...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] }),
    ...(props['aria-labelledby'] !== undefined && { 'aria-labelledby': props['aria-labelledby'] }),
    ...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] }),
  }
}
