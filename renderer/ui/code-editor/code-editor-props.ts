export type CodeEditorProps = {
  /** Id of the input element. */
  id: string
  value: string
  /** `composing`: an input method is composing, so the text is not final. */
  onChange: (value: string, composing: boolean) => void
  onBlur: () => void
  /** Monaco's name of the language; null: plain text. */
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
