import type { Change } from '../../document/change.ts'
import type { TypedInput } from '../../document/typed-input.ts'
import type { Draft } from '../../ipc.ts'

/** What a form holds: edits, and what is typed and is no part of the document yet. */
export type FormContent = { changes: readonly Change[]; typed: readonly TypedInput[] }

/** The draft that a form leaves; nothing is the end of it. The rows that are kept for it stay (DM3). */
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
