import type { FieldMark, ShownError } from './form-snapshot.ts'

/** What something around the form says about a field: where its edits are, what the server said of it. */
export type Surroundings = {
  mark: (
    path: string,
    cell: { path: string; locale: string | null },
  ) => { mark: FieldMark; since: string | null }
  /** The same as one mark for all that lies at a path or below it. */
  markWithin: (path: string) => FieldMark
  /** Where the server has refused something, in the form's locale and in what all locales share. */
  refusedPaths: () => string[]
  refused: (path: string, cell: { path: string; locale: string | null }) => ShownError | null
  /** An edit was made here: what the server said of the field is no longer about what is there. */
  edited: (path: string) => void
  /** A field lost the focus. */
  blur: () => void
}
