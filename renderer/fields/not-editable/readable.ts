export type ReadableRow = { id: string; number: string; type: string; text: string }

/** A value in a shape that can be read; `more` counts what is left out. */
export type Readable =
  | { kind: 'empty' }
  | { kind: 'line'; text: string }
  | { kind: 'items'; items: string[] }
  | { kind: 'paragraphs'; paragraphs: string[]; more: number }
  | { kind: 'code'; text: string; cut: boolean }
  /** `count`: how many there are, in words. */
  | { kind: 'rows'; rows: ReadableRow[]; count: string; more: number }
