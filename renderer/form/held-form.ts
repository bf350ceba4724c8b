import * as v from 'valibot'
import { heldForm, type HeldForm } from '../../shared/document/typed-input.ts'
import { json, type Json } from '../../shared/json.ts'
import type { CallInput } from '../../shared/ipc.ts'
import type { FormState } from './form-state.ts'
import { createJournal, type Journal, type JournalState } from './journal.ts'

/** Returns the edits of a form over its own data, for its journal (SY1); null if there are none. */
export function heldContent(form: FormState): Json | null {
  const held: HeldForm = { changes: form.changes(), typed: form.inputs.all() }
  return held.changes.length === 0 && held.typed.length === 0 ? null : v.parse(json, held)
}

/** Reads kept edits of a form; null if there are none or they cannot be read. */
export function readHeld(content: Json | null | undefined): HeldForm | null {
  const read = v.safeParse(heldForm, content)
  return read.success ? read.output : null
}

/** Journal of a form outside of documents, kept like a draft. */
export type HeldJournal = Pick<Journal, 'changed' | 'flush' | 'state'> & {
  readonly place: string
  content: () => Json | null
  /** Removes the kept edits, since they were applied or discarded. */
  end: () => void
  /** Called when the form is closed: writes the edits, which come back when it is opened again. */
  leave: () => Promise<boolean>
}

/** `place`: key of the form. `content`: its unsaved content; null if there is none. */
export function createHeldJournal(options: {
  place: string
  content: () => Json | null
  hold: (input: CallInput<'forms.hold'>) => Promise<unknown>
  onState: (state: JournalState) => void
}): HeldJournal {
  const { place, hold } = options
  let isDone = false
  let last: { content: Json | null } | null = null
  const content = (): Json | null => (isDone ? null : last === null ? options.content() : last.content)
  const journal = createJournal({
    write: async () => void (await hold({ place, content: content() })),
    onState: () => options.onState(journal.state()),
  })
  return {
    place,
    content,
    state: journal.state,
    changed() {
      isDone = false
      journal.changed()
    },
    flush: journal.flush,
    end() {
      isDone = true
      journal.changed()
      void journal.flush()
    },
    leave() {
      last = { content: content() }
      return journal.flush()
    },
  }
}
