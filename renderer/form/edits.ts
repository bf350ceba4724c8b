import { applyChange, applyChanges } from '../../shared/document/apply.ts'
import { cellKey, type Change, type LostRows } from '../../shared/document/change.ts'
import { ChangeBuffer } from '../../shared/document/coalesce.ts'
import type { DocumentSchema } from '../../shared/document/document-schema.ts'
import {
  cameToNothing,
  endedBurst,
  recordStep,
  takeStep,
  type History,
  type StepPlace,
  type Undone,
} from '../../shared/document/history.ts'
import { getStored, getValue } from '../../shared/document/path.ts'
import { lostRows, rebaseChanges } from '../../shared/document/rebase.ts'
import type { ServerAdjusted } from '../../shared/document/server-adjusted.ts'
import { sameJson, type JsonObject } from '../../shared/json.ts'
import { createSharedTexts, type GoneNodes, type SharedEdit } from './shared-texts.ts'
import { replaceId, replaceIdInChange } from '../../shared/sync/replace-id.ts'

/** How an edit is remembered for undo. */
export type EditStep = {
  place: StepPlace
  /** Typing in one field: what joins to the burst before (DM7). */
  typing?: boolean
  /** An input method is composing. */
  composing?: boolean
  /** Which part of the field is typed in, where it has several: typing in another one is another burst. */
  part?: string
  /** What one movement of a person did to several fields has one name, and is one step. */
  gesture?: string
  /** Made on other values than those that are there by now: they stay what it is measured by, so a merge asks (SY6). */
  isAgainst?: boolean
}

/** What is told to those who look: the changes that were made, or null where anything may be different. */
export type EditListener = (changes: readonly Change[] | null) => void

/** What is remembered of a document for as long as the program runs, whether it is open or not. */
export type HistoryHolder = { history: History; gone: GoneNodes }

/**
 * The edits of one document, or of anything with fields: what lies under them, what they are, and what can be taken
 * back. All locales; knows nothing of forms, of time limits or of saving.
 */
export type Edits = {
  /** All locales, with the edits. */
  data: () => JsonObject
  /** In the order in which they were made, coalesced (DM5). */
  changes: () => Change[]
  /** Whether there are any. */
  isEmpty: () => boolean
  /** What the cell held before its edit; undefined where it has none. */
  original: (path: string, locale: string | null) => Change['from'] | undefined
  /** Whether a cell is among what was edited, or lies in a row that is new. */
  isEdited: (path: string, locale: string | null) => boolean
  /** Whether anything at a path or below it is, or the row that it is in is new. */
  isEditedWithin: (path: string, locale: string | null) => boolean
  perform: (changes: readonly Change[], step: EditStep) => void
  /** Remembers, as one step, what was done to the document elsewhere and is there already. */
  remember: (changes: readonly Change[], place: StepPlace) => void
  /** What is typed next is not joined to what was typed before. */
  endBurst: () => void
  undo: () => Undone | null
  redo: () => Undone | null
  history: () => History
  /** Hands the edits over: they lie under those that are made from now on. */
  handOver: () => Change[]
  /** They were not taken, and are edits again, together with those made meanwhile. */
  takeBack: (changes: readonly Change[], below: JsonObject) => void
  /** Gives them up. */
  drop: () => void
  /**
   * Puts the edits on what lies under them now (DM3). Answers whether they are other ones for it.
   * `lost`: rows that are gone and were kept elsewhere. `base`: what the server has, where something waits on it.
   */
  moveTo: (
    below: JsonObject,
    lost: LostRows,
    adjusted: readonly ServerAdjusted[],
    base?: JsonObject,
  ) => boolean
  /** A document that the edits point at got its real id (SY8). Of what can be taken back the memory's holder knows. */
  replaceId: (from: string, to: string | number) => void
  subscribe: (listener: EditListener) => () => void
}

export function createEdits(options: {
  schema: DocumentSchema
  below: JsonObject
  base?: JsonObject
  memory?: HistoryHolder
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}): Edits {
  const { schema, now = () => performance.now() } = options
  const { memory = { history: { undo: [], redo: [] }, gone: new Map() } } = options
  const { fields } = schema
  const listeners = new Set<EditListener>()
  const sharedTexts = createSharedTexts(fields, memory.gone)
  // Bursts are counted anew in each form.
  memory.history = endedBurst(memory.history)
  let { below, base = below } = options
  let data = below
  let buffer = new ChangeBuffer(fields)
  let adjustments: readonly ServerAdjusted[] = []
  let burst = 0
  /** Cells whose edit came to nothing, and where what somebody else made of them meanwhile does not show yet. */
  let hiding = new Map<string, Change>()
  let wasComposing = false

  function notify(changes: readonly Change[] | null): void {
    for (const listener of listeners) listener(changes)
  }

  function apply(changes: readonly Change[], isAgainst = false): void {
    for (const change of changes) {
      if (isAgainst) buffer.forget(change)
      buffer.add(change, data)
      const shared = change.kind === 'set' ? sharedTexts.apply(data, change) : null
      data = shared?.data ?? applyChange(fields, data, change)
      if (shared !== null) followInOtherLocales(change, shared)
      if (!isHeld(change) && !sameJson(storedAt(data, change), storedAt(below, change)))
        hiding.set(cellKey(change), change)
    }
  }

  /**
   * An edit of a text is a whole text: one that was made in another locale must not bring back what all locales shared
   * then, and what came back there is an edit too.
   */
  function followInOtherLocales({ path, locale }: Change, { codes, isReturn }: SharedEdit): void {
    const others = codes.filter(
      (code) => code !== locale && (isReturn || buffer.at(path, code) !== undefined),
    )
    if (others.length === 0) return
    const measured = applyChanges(fields, below, buffer.list())
    for (const code of others) {
      const [from, to] = [measured, data].map((one) => getValue(fields, one, path, code))
      if (from !== undefined && to !== undefined && !sameJson(from, to))
        buffer.add({ kind: 'set', locale: code, path, from, to }, data)
    }
  }

  function isHeld({ path, locale }: Pick<Change, 'path' | 'locale'>): boolean {
    return buffer.at(path, locale) !== undefined || buffer.addedRowAround(path, locale) !== null
  }

  const storedAt = (from: JsonObject, { path, locale }: Change) => getStored(fields, from, path, locale)

  /** What is there and the edits, and nothing besides. `newest`: where what was done last is remembered. */
  function measureAgain(newest: 'undo' | 'redo' = 'undo'): void {
    data = applyChanges(fields, below, buffer.list())
    for (const change of hiding.values())
      if (!isHeld(change)) memory.history = cameToNothing(fields, data, memory.history, newest, change)
    hiding = new Map()
  }

  /** What came while it was typed over is there from now on, and whoever shows it hears of that. */
  function showHidden(): void {
    if (hiding.size === 0) return
    measureAgain()
    notify(null)
  }

  function revert(direction: 'undo' | 'redo'): Undone | null {
    showHidden()
    const undone = takeStep(schema, data, memory.history, direction, adjustments, base)
    if (undone === null) return null
    memory.history = undone.history
    burst += 1
    apply(undone.changes)
    measureAgain(direction === 'undo' ? 'redo' : 'undo')
    notify(undone.changes)
    return undone
  }

  return {
    data: () => data,
    changes: () => buffer.list(),
    isEmpty: () => buffer.size === 0,
    original: (path, locale) => buffer.at(path, locale)?.from,
    isEdited: (path, locale) => isHeld({ path, locale }),
    isEditedWithin: (path, locale) =>
      buffer.hasWithin(path, locale) || buffer.addedRowAround(path, locale) !== null,
    perform(changes, { place, typing = false, composing = false, part = '', gesture, isAgainst = false }) {
      if (changes.length === 0) return
      apply(changes, isAgainst)
      // A composition is whole from its second keystroke on; its first one may come after a pause like any other.
      const goesOn = composing && wasComposing
      wasComposing = composing
      const typed = typing ? `${cellKey(place)} ${burst} ${part}` : null
      const name = gesture === undefined ? typed : `gesture ${gesture}`
      memory.history = recordStep(fields, data, memory.history, {
        changes,
        place,
        burst: name,
        at: now(),
        composing: goesOn,
        base,
      })
      notify(changes)
    },
    remember(changes, place) {
      burst += 1
      memory.history = recordStep(fields, data, memory.history, { changes, place, burst: null, at: now() })
    },
    endBurst() {
      burst += 1
      showHidden()
    },
    undo: () => revert('undo'),
    redo: () => revert('redo'),
    history: () => memory.history,
    handOver() {
      showHidden()
      const changes = buffer.list()
      buffer = new ChangeBuffer(fields)
      below = data
      return changes
    },
    takeBack(changes, under) {
      const meanwhile = buffer.list()
      below = under
      buffer = new ChangeBuffer(fields, changes, under)
      measureAgain()
      sharedTexts.arrived(data)
      apply(meanwhile)
      measureAgain()
      notify(null)
    },
    drop() {
      buffer = new ChangeBuffer(fields)
      burst += 1
      measureAgain()
      sharedTexts.arrived(data)
      notify(null)
    },
    moveTo(under, kept, adjusted, server = under) {
      adjustments = adjusted
      base = server
      const before = buffer.list()
      const lost = { ...kept, ...lostRows(fields, below, under, before) }
      const { changes } = rebaseChanges(schema, under, before, { lost, adjusted, base })
      below = under
      buffer = new ChangeBuffer(fields, changes, under)
      measureAgain()
      sharedTexts.arrived(data)
      notify(null)
      return JSON.stringify(before) !== JSON.stringify(changes)
    },
    replaceId(from, to) {
      const changes = buffer.list()
      const replaced = changes.map((change) => replaceIdInChange(change, from, to))
      const under = replaceId(below, from, to)
      if (under === below && JSON.stringify(changes) === JSON.stringify(replaced)) return
      below = under
      buffer = new ChangeBuffer(fields, replaced, under)
      measureAgain()
      notify(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
