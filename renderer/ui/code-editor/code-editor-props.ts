export type CodeEditorProps = {
  /** Of the element that is typed in. */
  id: string
  value: string
  /** `composing`: an input method is at work, and the text is not what it will be. */
  onChange: (value: string, composing: boolean) => void
  onBlur: () => void
  /** As Monaco names it; null: plain text. */
  language: string | null
  readOnly: boolean
  invalid: boolean
  required: boolean
  lineNumbers: boolean
  wrap: boolean
  insertSpaces: boolean
  tabSize: number
  /** In CSS pixels; null: as high as its lines. */
  maxHeight?: number | null
  'aria-labelledby': string
  'aria-describedby'?: string | undefined
}
