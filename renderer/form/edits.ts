import { applyChange, applyChanges } from '../../shared/document/apply.ts'
import { cellKey, type Change, type LostRows } from '../../shared/document/change.ts'
import { ChangeBuffer } from '../../shared/document/coalesce.ts'
import type { DocumentSchema } from '../../shared/fields/field-type.ts'
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
  /** The edit was made on values that are not the present ones and stay its base, so that a merge asks (SY6). */
  isAgainst?: boolean
}

/** Called with the changes that were made, or null if anything may have changed. */
export type EditListener = (changes: readonly Change[] | null) => void

/** Undo history of a document, kept while it is closed, too, and the nodes removed from its shared texts. */
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
  /** Returns the edits and empties the list; later edits go on top of the document that has them. */
  handOver: () => Change[]
  /** Makes changes edits, such as those of a draft or a failed commit; edits made meanwhile go on top. */
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

type EditsOptions = {
  schema: DocumentSchema
  below: JsonObject
  base?: JsonObject
  memory?: HistoryHolder
  /** Returns monotonic milliseconds. */
  now?: () => number
}

export function createEdits(options: EditsOptions): Edits {
  const { schema, now = () => performance.now() } = options
  const { memory = { history: { undo: [], redo: [] }, gone: new Map() } } = options
  const listeners = new Set<EditListener>()
  // Bursts are counted anew in each form.
  memory.history = endedBurst(memory.history)
  let { base = options.below } = options
  let adjustments: readonly ServerAdjusted[] = []
  const edited = createEditedData(schema.fields, options.below, memory)

  function notify(changes: readonly Change[] | null): void {
    for (const listener of listeners) listener(changes)
  }

  /** Shows foreign values that were hidden by typing, and notifies the listeners. */
  function showHidden(): void {
    if (!edited.isHiding()) return
    edited.measureAgain()
    notify(null)
  }

  const rebasedOn = () => ({ base, adjustments })
  const { endStep, ...steps } = createSteps({ schema, edited, memory, now, notify, showHidden, rebasedOn })

  return {
    data: edited.data,
    changes: edited.changes,
    isEmpty: edited.isEmpty,
    original: edited.original,
    isEdited: (path, locale) => edited.isHeld({ path, locale }),
    isEditedWithin: edited.isHeldWithin,
    ...steps,
    handOver() {
      showHidden()
      return edited.handOver()
    },
    takeBack(changes, under) {
      const meanwhile = edited.changes()
      edited.startFrom(under, changes)
      edited.arrived()
      edited.apply(meanwhile)
      edited.measureAgain()
      notify(null)
    },
    drop() {
      endStep()
      edited.drop()
      edited.arrived()
      notify(null)
    },
    moveTo(under, kept, adjusted, server = under) {
      adjustments = adjusted
      base = server
      const before = edited.changes()
      const lost = { ...kept, ...lostRows(schema.fields, edited.below(), under, before) }
      const { changes } = rebaseChanges(schema, under, before, { lost, adjusted, base })
      edited.startFrom(under, changes)
      edited.arrived()
      notify(null)
      return JSON.stringify(before) !== JSON.stringify(changes)
    },
    replaceId(from, to) {
      const changes = edited.changes()
      const replaced = changes.map((change) => replaceIdInChange(change, from, to))
      const under = replaceId(edited.below(), from, to)
      if (under === edited.below() && JSON.stringify(changes) === JSON.stringify(replaced)) return
      edited.startFrom(under, replaced)
      notify(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The data below the edits, the edits, and the data with them. */
type EditedData = {
  data: () => JsonObject
  /** The data without the edits. */
  below: () => JsonObject
  changes: () => Change[]
  isEmpty: () => boolean
  original: Edits['original']
  /** True if the cell is edited, or in a new row. */
  isHeld: (cell: Pick<Change, 'path' | 'locale'>) => boolean
  isHeldWithin: Edits['isEditedWithin']
  /** True if a foreign value is not shown since an edit of its cell came to nothing. */
  isHiding: () => boolean
  apply: (changes: readonly Change[], isAgainst?: boolean) => void
  /** Recomputes the data from the data below and the edits. `newest`: the stack with the last step. */
  measureAgain: (newest?: 'undo' | 'redo') => void
  /** Called when the data came from elsewhere, with texts that the locales share. */
  arrived: () => void
  /** Replaces the data below and the edits. */
  startFrom: (below: JsonObject, changes: readonly Change[]) => void
  /** Returns the edits; the data with them is the one below from now on. */
  handOver: () => Change[]
  /** Drops the edits. */
  drop: () => void
}

function createEditedData(
  fields: DocumentSchema['fields'],
  first: JsonObject,
  memory: HistoryHolder,
): EditedData {
  const sharedTexts = createSharedTexts(fields, memory.gone)
  let below = first
  let data = below
  let buffer = new ChangeBuffer(fields)
  /** Cells whose edit came to nothing while a foreign value for them is not shown yet. */
  let hiding = new Map<string, Change>()

  function apply(changes: readonly Change[], isAgainst = false): void {
    for (const change of changes) {
      if (isAgainst) buffer.forget(change)
      buffer.add(change, data)
      const shared = change.kind === 'set' ? sharedTexts.apply(data, change) : null
      data = shared?.data ?? applyChange(fields, data, change)
      if (shared !== null) followInOtherLocales(fields, { below, data, buffer }, change, shared)
      if (!isHeld(change) && !sameJson(storedAt(data, change), storedAt(below, change)))
        hiding.set(cellKey(change), change)
    }
  }

  function isHeld({ path, locale }: Pick<Change, 'path' | 'locale'>): boolean {
    return buffer.at(path, locale) !== undefined || buffer.addedRowAround(path, locale) !== null
  }

  const storedAt = (from: JsonObject, { path, locale }: Change) => getStored(fields, from, path, locale)

  function measureAgain(newest: 'undo' | 'redo' = 'undo'): void {
    data = applyChanges(fields, below, buffer.list())
    for (const change of hiding.values())
      if (!isHeld(change)) memory.history = cameToNothing(fields, data, memory.history, newest, change)
    hiding = new Map()
  }

  return {
    data: () => data,
    below: () => below,
    changes: () => buffer.list(),
    isEmpty: () => buffer.size === 0,
    original: (path, locale) => buffer.at(path, locale)?.from,
    isHeld,
    isHeldWithin: (path, locale) =>
      buffer.hasWithin(path, locale) || buffer.addedRowAround(path, locale) !== null,
    isHiding: () => hiding.size > 0,
    apply,
    measureAgain,
    arrived: () => sharedTexts.arrived(data),
    startFrom(under, changes) {
      below = under
      buffer = new ChangeBuffer(fields, changes, under)
      measureAgain()
    },
    handOver() {
      const changes = buffer.list()
      buffer = new ChangeBuffer(fields)
      below = data
      return changes
    },
    drop() {
      buffer = new ChangeBuffer(fields)
      measureAgain()
    },
  }
}

/**
 * Applies an edit of a text to the text of other locales: each holds the shared parts, and an older one would
 * restore them. Parts that came back are edits there too.
 */
function followInOtherLocales(
  fields: DocumentSchema['fields'],
  { below, data, buffer }: { below: JsonObject; data: JsonObject; buffer: ChangeBuffer },
  { path, locale }: Change,
  { codes, isReturn }: SharedEdit,
): void {
  const others = codes.filter((code) => code !== locale && (isReturn || buffer.at(path, code) !== undefined))
  if (others.length === 0) return
  const measured = applyChanges(fields, below, buffer.list())
  for (const code of others) {
    const [from, to] = [measured, data].map((one) => getValue(fields, one, path, code))
    if (from !== undefined && to !== undefined && !sameJson(from, to))
      buffer.add({ kind: 'set', locale: code, path, from, to }, data)
  }
}

/** Makes edits as steps of the undo history, and reverts them. */
function createSteps({
  schema,
  edited,
  memory,
  now,
  notify,
  showHidden,
  rebasedOn,
}: {
  schema: DocumentSchema
  edited: EditedData
  memory: HistoryHolder
  now: () => number
  notify: EditListener
  showHidden: () => void
  /** Returns the server's version, and the values that it stored differently. */
  rebasedOn: () => { base: JsonObject; adjustments: readonly ServerAdjusted[] }
}): Pick<Edits, 'perform' | 'remember' | 'endBurst' | 'undo' | 'redo' | 'history'> & {
  /** Ends the burst, without showing foreign values that typing has hidden. */
  endStep: () => void
} {
  const { fields } = schema
  let burst = 0
  let wasComposing = false

  function revert(direction: 'undo' | 'redo'): Undone | null {
    showHidden()
    const { base, adjustments } = rebasedOn()
    const undone = takeStep(schema, edited.data(), memory.history, direction, adjustments, base)
    if (undone === null) return null
    memory.history = undone.history
    burst += 1
    edited.apply(undone.changes)
    edited.measureAgain(direction === 'undo' ? 'redo' : 'undo')
    notify(undone.changes)
    return undone
  }

  function endStep(): void {
    burst += 1
  }

  return {
    perform(changes, { place, typing = false, composing = false, part = '', gesture, isAgainst = false }) {
      if (changes.length === 0) return
      edited.apply(changes, isAgainst)
      // A composition joins from its second keystroke on; its first one may come after a pause like any other.
      const goesOn = composing && wasComposing
      wasComposing = composing
      const typed = typing ? `${cellKey(place)} ${burst} ${part}` : null
      const name = gesture === undefined ? typed : `gesture ${gesture}`
      memory.history = recordStep(fields, edited.data(), memory.history, {
        changes,
        place,
        burst: name,
        at: now(),
        composing: goesOn,
        base: rebasedOn().base,
      })
      notify(changes)
    },
    remember(changes, place) {
      endStep()
      const step = { changes, place, burst: null, at: now() }
      memory.history = recordStep(fields, edited.data(), memory.history, step)
    },
    endBurst() {
      endStep()
      showHidden()
    },
    undo: () => revert('undo'),
    redo: () => revert('redo'),
    history: () => memory.history,
    endStep,
  }
}
