import type { Change } from '../../document/change.ts'
import type { TypedInput } from '../../document/typed-input.ts'
import type { Draft } from '../../ipc.ts'

/** The content of a form: edits, and input that is no value yet. */
export type FormContent = { changes: readonly Change[]; typed: readonly TypedInput[] }

/** The draft that a form leaves; null if it has no content. Lost rows stay in it (DM3). */
export function withFormContent(
  draft: Draft | null,
  { changes, typed }: FormContent,
  savedAt: string,
): Draft | null {
  if (changes.length === 0 && typed.length === 0) return null
  return {
    changes: [...changes],
    lost: draft?.lost ?? {},
    ...(typed.length > 0 && { typed: [...typed] }),
    savedAt,
  }
}
