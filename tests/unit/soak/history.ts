import type { Json } from '../../../shared/json.ts'
import type { Conflict } from '../../../shared/document/change.ts'
import type { Problem, WriteMode } from '../../../shared/sync/entry.ts'
import type { Cells } from '../../soak/cells.ts'
import type { DoneWrite } from '../../soak/done-writes.ts'
import { deletes, restores } from '../../soak/witness.ts'
import { createLedger, type Edit, type Ledger } from '../../soak/ledger.ts'
import { lossOf } from '../../soak/losses.ts'
import type { EditRecord, Judged } from '../../soak/messages.ts'
import { overwritesOf } from '../../soak/overwrites.ts'
import { timelineOf, type Timeline } from '../../soak/timeline.ts'
import { buildEntry } from '../shared/build-entry.ts'

export const ref = { kind: 'collection', slug: 'notes', id: '1' } as const

/**
 * An event: a write at the server, an edit (acknowledged by default), or a person's verdict. Events are {@link APART}
 * apart.
 */
export type Happening =
  | { write: DoneWrite }
  | { edit: Partial<EditRecord>; fate?: Edit['fate'] }
  | { verdict: Pick<Judged, 'action' | 'choices'> & Shown }
type Shown = {
  conflicts?: Conflict[]
  changes?: Judged['entry']['changes']
  mode?: WriteMode
  code?: Problem['code']
}

/** Milliseconds between two events, and the time of the first one. */
export const APART = 10_000

let writes = 0

/** Returns a write of these cells; `order` is its revision. */
export function write(who: 'me' | 'other', order: string, cells: Record<string, Json>): DoneWrite {
  writes += 1
  return {
    order,
    isLeft: false,
    sent: new Map(Object.entries(cells)),
    cells: new Map(Object.entries(cells)),
    write: {
      nr: writes,
      at: 0,
      endedAt: 0,
      who,
      method: 'PATCH',
      slug: 'notes',
      kind: 'collection',
      id: '1',
      locale: 'en',
      body: {},
      key: null,
      isDraft: false,
      outcome: 'done',
      status: 200,
      answer: null,
      happened: null,
      left: null,
      strike: null,
      checked: true,
      believed: true,
      lookedAt: null,
    },
  }
}

export type Judgement = { overwritten: string[]; lost: (string | null)[]; timeline: Timeline }

/** Returns the judge's findings for a history: all overwrites, and the loss of each edit. */
export function judgeHistory(initial: Record<string, Json>, history: readonly Happening[]): Judgement {
  const ledger: Ledger = createLedger()
  const doc = ledger.add('note', ref)
  const seen: DoneWrite[] = []
  const edits: Edit[] = []
  for (const [index, one] of history.entries()) {
    const at = (index + 1) * APART
    if ('write' in one) {
      const { write: seenWrite, ...done } = one.write
      seen.push({ ...done, write: { ...seenWrite, at, endedAt: at } })
    } else if ('edit' in one) {
      const record = {
        ref,
        locale: null,
        what: 'set',
        path: 'title',
        value: null,
        from: null,
        undone: false,
        base: '1',
      }
      const edit = ledger.edited({ ...record, ...one.edit } as EditRecord, doc)
      edit.at = at
      edit.fate = one.fate ?? 'acked'
      edits.push(edit)
    } else {
      const { action, choices, conflicts = [], changes = [], mode = 'draft', code = 'conflict' } = one.verdict
      const problem = { code, message: '', status: null, fields: [], conflicts }
      const entry = buildEntry({ ref, mode, state: 'parked', changes, problem })
      const verdict = ledger.judged({ entry, action, choices })
      verdict.at = at
      ledger.settled(verdict)
    }
  }
  const cells: Cells = new Map(Object.entries(initial))
  const timeline = timelineOf(cells, seen)
  const { verdicts } = ledger
  const last = seen.findLast(({ write: one }) => deletes(one) || restores(one))
  const deleted = last !== undefined && deletes(last.write)
  return {
    timeline,
    overwritten: overwritesOf({ timeline, edits, verdicts, ledger }),
    lost: edits.map((edit, index) =>
      lossOf(edit, {
        earlier: edits.slice(0, index),
        later: edits.slice(index + 1),
        writes: seen,
        timeline,
        verdicts,
        ledger,
        deleted,
        told: [],
      }),
    ),
  }
}
