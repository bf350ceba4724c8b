import type { FieldMark, ShownError } from './form-snapshot.ts'

/** Statements from around the form about a field: its edits, and the server's refusals. */
export type Surroundings = {
  mark: (
    path: string,
    cell: { path: string; locale: string | null },
  ) => { mark: FieldMark; since: string | null }
  /** Returns one mark for everything at a path or below it. */
  markWithin: (path: string) => FieldMark
  /** Paths with a refusal, in the form's locale and in shared fields. */
  refusedPaths: () => string[]
  refused: (path: string, cell: { path: string; locale: string | null }) => ShownError | null
  /** Called on an edit: the server's message about the field is outdated. */
  edited: (path: string) => void
  /** Called when a field loses the focus. */
  blur: () => void
}
