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

/** Options of an edit for undo. */
export type EditStep = {
  place: StepPlace
  /** Typing in one field: joins the burst before it (DM7). */
  typing?: boolean
  /** True while an input method is composing. */
  composing?: boolean
  /** The part of the field that is typed in; another part is another burst. */
  part?: string
  /** Name of a user action on several fields, which makes them one step. */
  gesture?: string
  /** The edit was made on other values than the present ones. Those stay its base, so that a merge asks (SY6). */
  isAgainst?: boolean
}

/** Called with the changes that were made, or null if anything may have changed. */
export type EditListener = (changes: readonly Change[] | null) => void

/** Undo history of a document, kept until the program ends, also while the document is closed. */
export type HistoryHolder = { history: History; gone: GoneNodes }

/**
 * The edits of one document, or of anything with fields, in all locales: their base, the changes and the undo
 * history. Knows nothing of forms, timing or saving.
 */
export type Edits = {
  /** All locales, with the edits. */
  data: () => JsonObject
  /** In the order in which they were made, coalesced (DM5). */
  changes: () => Change[]
  /** True if there are no edits. */
  isEmpty: () => boolean
  /** The cell's value before its edit; undefined without an edit. */
  original: (path: string, locale: string | null) => Change['from'] | undefined
  /** True if the cell is edited, or in a new row. */
  isEdited: (path: string, locale: string | null) => boolean
  /** True if a cell at the path or below it is edited, or the path is in a new row. */
  isEditedWithin: (path: string, locale: string | null) => boolean
  perform: (changes: readonly Change[], step: EditStep) => void
  /** Records changes that were made elsewhere and are in the data already, as one step. */
  remember: (changes: readonly Change[], place: StepPlace) => void
  /** Ends the burst: further typing is a new step. */
  endBurst: () => void
  undo: () => Undone | null
  redo: () => Undone | null
  history: () => History
  /** Returns the edits and moves them below later ones. */
  handOver: () => Change[]
  /** Takes failed commits back as edits, together with those made meanwhile. */
  takeBack: (changes: readonly Change[], below: JsonObject) => void
  /** Drops the edits. */
  drop: () => void
  /**
   * Rebases the edits on a new document (DM3). Returns true if they changed. `lost`: removed rows that were kept
   * elsewhere. `base`: the server's version, if entries are queued.
   */
  moveTo: (
    below: JsonObject,
    lost: LostRows,
    adjusted: readonly ServerAdjusted[],
    base?: JsonObject,
  ) => boolean
  /** Takes the server id of a referenced document (SY8). The holder of the memory updates the history. */
  replaceId: (from: string, to: string | number) => void
  subscribe: (listener: EditListener) => () => void
}

export function createEdits(options: {
  schema: DocumentSchema
  below: JsonObject
  base?: JsonObject
  memory?: HistoryHolder
  /** Monotonic milliseconds. */
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
  /** Cells whose edit came to nothing while a foreign value for them is not shown yet. */
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
   * Applies an edit of a text to the text of other locales: each holds the shared parts, and an older one would
   * restore them. Parts that came back are edits there too.
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

  /** Recomputes the data from the base and the edits. `newest`: the stack with the last step. */
  function measureAgain(newest: 'undo' | 'redo' = 'undo'): void {
    data = applyChanges(fields, below, buffer.list())
    for (const change of hiding.values())
      if (!isHeld(change)) memory.history = cameToNothing(fields, data, memory.history, newest, change)
    hiding = new Map()
  }

  /** Shows foreign values that were hidden by typing, and notifies the listeners. */
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
      // A composition joins from its second keystroke on; its first one may come after a pause like any other.
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
