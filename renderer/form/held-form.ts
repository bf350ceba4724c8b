import * as v from 'valibot'
import { heldForm, type HeldForm } from '../../shared/document/typed-input.ts'
import { json, type Json } from '../../shared/json.ts'
import type { CallInput } from '../../shared/ipc.ts'
import type { FormState } from './form-state.ts'
import { createJournal, type Journal, type JournalState } from './journal.ts'

/** What is typed in a form over data of its own, as its journal keeps it (SY1); null: nothing. */
export function heldContent(form: FormState): Json | null {
  const held: HeldForm = { changes: form.changes(), typed: form.inputs.all() }
  return held.changes.length === 0 && held.typed.length === 0 ? null : v.parse(json, held)
}

/** What was kept of a form; null: nothing, or nothing that can be read. */
export function readHeld(content: Json | null | undefined): HeldForm | null {
  const read = v.safeParse(heldForm, content)
  return read.success ? read.output : null
}

/** Keeps what is typed in a form that is of no document, as a draft is kept. */
export type HeldJournal = Pick<Journal, 'changed' | 'flush' | 'state'> & {
  readonly place: string
  content: () => Json | null
  /** It was applied, or is given up: nothing is kept of it until more is typed. */
  end: () => void
  /** It goes off the screen: what is typed is written, and waits for it to come back. */
  leave: () => Promise<boolean>
}

/** `place`: which form it is. `content`: what is typed in it; null: nothing. */
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
