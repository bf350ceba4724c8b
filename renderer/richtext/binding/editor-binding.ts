import {
  $findMatchingParent,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isRootNode,
  $setSelection,
  COMMAND_PRIORITY_LOW,
  COMPOSITION_END_COMMAND,
  COMPOSITION_END_TAG,
  CUT_TAG,
  HISTORY_PUSH_TAG,
  mergeRegister,
  PASTE_TAG,
  SKIP_DOM_SELECTION_TAG,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from 'lexical'
import type { EditorState, LexicalEditor, LexicalNode, NodeKey, UpdateListenerPayload } from 'lexical'
import { matchNodes } from '../../../shared/fields/richText/match-nodes.ts'
import type { NodeSchema } from '../../../shared/fields/richText/merge-fields.ts'
import { mergeRichText } from '../../../shared/fields/richText/merge-rich-text.ts'
import { rootOf, topNodes, typeOf } from '../../../shared/fields/richText/nodes.ts'
import { withTopNodes } from '../../../shared/fields/richText/restore.ts'
import { isPlainJson, sameJson } from '../../../shared/json.ts'
import type { Json } from '../../../shared/json.ts'
import type { SetHow } from '../../form/form-state.ts'
import { COMPOSING_IN_NODE_TAG, isDataNode, TYPING_IN_NODE_TAG } from '../data-nodes/data-node.ts'
import type { DataNode } from '../data-nodes/data-node.ts'
import { keptSelections } from '../kept-selections.ts'
import { differingPart } from './differing-part.ts'
import { $emptyNode, $importTopNode } from './import-node.ts'
import { KeptNodes } from './kept-nodes.ts'
import type { ImportedNode } from './import-node.ts'
import { FillGuard } from './fill-guard.ts'
import { INSERT_LATER_COMMAND, SLICE, sliceEnd } from './insert-later.ts'
import type { LaterNodes } from './insert-later.ts'
import { Origins } from './origins.ts'
import { $edge, $keptWords, $moveSelections, $placesOfSelection, $rangeBetween } from './selected-places.ts'
import { $flatText, $pointWithin, endOfDifference } from './text-place.ts'

/** Tag of updates that put the form's value into the editor: none of them is an edit. */
export const FROM_FORM_TAG = 'galley-from-form'
/** Start of the tag of a drag between two texts; both of its updates have the same tag. */
export const DRAG_TAG = 'galley-drag-'

/** The record of a top-level node. */
type TopRecord = {
  /**
   * Received nodes; none for a node that the editor made, such as an empty line; null for a node made by an
   * edit.
   */
  received: readonly Json[] | null
  imports: readonly ImportedNode[]
  /** Parts of `received` that the editor did not load, before and behind the node; null: nobody has edited it yet. */
  around: readonly [before: readonly Json[], after: readonly Json[]] | null
  /** The nodes that the form's value has for it. */
  stored: readonly Json[]
}

/** The position of the last change from outside: a top-level node, and an offset in its $flatText. */
type ChangedPlace = { key: NodeKey; offset: number }

export type EditorBindingOptions = {
  value: Json
  /** Schema for merging the content of nodes; null: the site does not tell it. */
  schema: NodeSchema | null
  /** Stores a value in the form; returns the form's value after that, which may be another, equal object. */
  store: (value: Json, how: SetHow) => Json
}

/**
 * Keeps an editor and a value of the form in sync. An edit costs only its top-level nodes; a value from
 * outside (undo, merge, server answer) replaces only those that differ, and the selection stays.
 */
export class EditorBinding {
  readonly #editor: LexicalEditor
  readonly #schema: EditorBindingOptions['schema']
  readonly #store: EditorBindingOptions['store']
  readonly #origins: Origins
  readonly #records = new Map<NodeKey, TopRecord>()
  #order: readonly NodeKey[] = []
  /** The form's value when both were last equal, with the editor's edits since. */
  #value: Json
  /** The form's value when it was last put into the editor. */
  #loaded: Json
  /**
   * A value of the form that the editor does not show yet, since an input method is composing or an edit is
   * pending.
   */
  #later: { value: Json } | null = null
  #started = false
  #storing = false
  #changed: ChangedPlace | null = null
  /** The end of the value that the editor does not hold yet, and the node before it. */
  #rest: LaterNodes | null = null
  /** The part of a paste that is inserted later, while the update of the paste is running. */
  #came: LaterNodes | null = null
  #isLoaded = false
  readonly #loadedListeners = new Set<() => void>()
  readonly #guard: FillGuard

  constructor(editor: LexicalEditor, { value, schema, store }: EditorBindingOptions) {
    this.#editor = editor
    this.#origins = new Origins(editor)
    this.#schema = schema
    this.#store = store
    this.#value = value
    this.#loaded = value
    this.#guard = new FillGuard(editor, { fill: () => this.#fill(SLICE), finish: () => this.finish() })
    this.#load()
  }

  /** True once the editor has held all of its first value; a long one is loaded in slices. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Calls the listener once all of the first value is loaded. */
  onLoaded(listener: () => void): () => void {
    this.#loadedListeners.add(listener)
    return () => void this.#loadedListeners.delete(listener)
  }

  /** Loads the rest of the value at once. Not inside of an update. */
  finish(): void {
    if (this.#rest !== null) this.#fill(this.#rest.nodes.length)
  }

  /**
   * Reports changes as edits from now on, but not those that features made while loading. Returns the
   * function that stops it.
   */
  start(): () => void {
    const editor = this.#editor
    const stop = mergeRegister(
      editor.registerUpdateListener((payload) => this.#heard(payload)),
      editor.registerCommand(
        COMPOSITION_END_COMMAND,
        () => {
          // Lexical inserts the composed text in an update of its own, which has to be reported first.
          queueMicrotask(() => this.#takeLater())
          return false
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(
        INSERT_LATER_COMMAND,
        (later) => {
          if (this.#rest !== null) return false
          this.#came = later
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
      () => this.#guard.stop(),
    )
    editor.update(() => undefined, { discrete: true, tag: FROM_FORM_TAG })
    this.#align([...this.#order].map((key) => [key, this.#records.get(key)]))
    this.#started = true
    if (this.#rest !== null) this.#guard.start()
    return () => {
      // A read flushes pending edits, so that they are reported.
      editor.read(() => undefined)
      this.#started = false
      stop()
    }
  }

  /** Takes over the form's present value. */
  receive(value: Json): void {
    if (this.#storing || value === (this.#later ?? { value: this.#value }).value) return
    this.#later = { value }
    // Pending edits of the editor go into the value first, so that they do not undo this one.
    this.#editor.read(() => undefined)
    this.#takeLater()
  }

  /**
   * Moves the caret to the last change from outside, so that an undo shows its effect. Returns false if there
   * is none, or its node is gone.
   */
  takeChangedPlace(): boolean {
    const place = this.#changed
    this.#changed = null
    if (place === null) return false
    let isThere = false
    this.#editor.update(
      () => {
        const node = $getNodeByKey(place.key)
        if (node === null) return
        isThere = true
        const point = $pointWithin(node, place.offset) ?? $edge(node)
        if (point !== null) $setSelection($rangeBetween(point, point))
      },
      { discrete: true },
    )
    return isThere
  }

  /** Marks the top-level node at an index as the last change, for one made before the editor was mounted. */
  changedAt(index: number): void {
    const key = this.#order[Math.min(index, this.#order.length - 1)]
    if (key !== undefined) this.#changed = { key, offset: Number.MAX_SAFE_INTEGER }
  }

  #load(): void {
    const expected: [NodeKey, TopRecord][] = []
    const tops = topNodes(this.#value)
    this.#editor.update(
      () => {
        const made = tops.slice(0, SLICE).map((json) => {
          const { node, imported } = $importTopNode(json)
          expected.push([node.getKey(), received([imported])])
          return node
        })
        if (made.length === 0) {
          const node = $emptyNode()
          made.push(node)
          expected.push([node.getKey(), received([])])
        }
        $getRoot()
          .clear()
          .append(...made)
        $setSelection(null)
      },
      { discrete: true, tag: FROM_FORM_TAG },
    )
    this.#align(expected)
    this.#setRest(this.#order.at(-1), tops.slice(SLICE))
  }

  /** Inserts the next part of the rest. It is no edit, and the caret stays where it is. */
  #fill(most: number): void {
    // A read flushes pending edits, which may move the anchor of the rest.
    this.#editor.read(() => undefined)
    const rest = this.#rest
    if (rest === null) return
    const end = sliceEnd(rest.nodes, most)
    const now = rest.nodes.slice(0, end)
    const made: [NodeKey, TopRecord][] = []
    this.#editor.update(
      () => {
        const nodes = now.map((json) => {
          const { node, imported } = $importTopNode(json)
          made.push([node.getKey(), received([imported])])
          return node
        })
        const before = $getNodeByKey(rest.behind)
        $getRoot().splice(before === null ? 0 : before.getIndexWithinParent() + 1, 0, nodes)
      },
      { discrete: true, tag: [FROM_FORM_TAG, SKIP_SCROLL_INTO_VIEW_TAG, SKIP_DOM_SELECTION_TAG] },
    )
    const at = this.#order.indexOf(rest.behind) + 1
    const known = this.#order.map((key) => [key, this.#records.get(key)] as const)
    this.#align([...known.slice(0, at), ...made, ...known.slice(at)])
    // The editor may have joined the last nodes with the one before.
    const last = made.findLast(([key]) => this.#records.has(key))?.[0] ?? rest.behind
    this.#setRest(last, rest.nodes.slice(end))
  }

  #setRest(behind: NodeKey | undefined, nodes: readonly Json[]): void {
    this.#rest = behind === undefined || nodes.length === 0 ? null : { behind, nodes }
    if (this.#rest !== null) {
      if (this.#started) this.#guard.start()
      return
    }
    this.#guard.stop()
    if (this.#isLoaded) return
    this.#isLoaded = true
    for (const listener of this.#loadedListeners) listener()
  }

  /** Moves the anchor of the rest after an edit: to the nearest node before it that is still there. */
  #followRest(before: readonly NodeKey[]): void {
    const came = this.#came
    this.#came = null
    if (came !== null && this.#order.includes(came.behind)) this.#setRest(came.behind, came.nodes)
    const rest = this.#rest
    if (came !== null || rest === null || before === this.#order) return
    const order = this.#order
    const [here, known] = [new Set(order), new Set(before)]
    const last = before.slice(0, before.indexOf(rest.behind) + 1).findLast((key) => here.has(key))
    let at = last === undefined ? -1 : order.indexOf(last)
    // New nodes of this edit replace the anchor, or were made of it.
    while (at + 1 < order.length && !known.has(order[at + 1] ?? '')) at += 1
    this.#rest = { ...rest, behind: order[at] ?? '' }
  }

  /** Returns the nodes of the whole value: those of the records, with the rest behind its anchor. */
  #stored(): Json[] {
    const rest = this.#rest
    const all = this.#order.flatMap((key) => {
      const stored = this.#records.get(key)?.stored ?? []
      return key === rest?.behind ? [...stored, ...rest.nodes] : stored
    })
    return rest === null || this.#order.includes(rest.behind) ? all : [...rest.nodes, ...all]
  }

  /**
   * Rebuilds the records after nodes were put into the editor. A node joined with the one before it (lists)
   * adds to that record; one that the editor made itself has no received nodes.
   */
  #align(expected: readonly (readonly [NodeKey, TopRecord | undefined])[]): void {
    const order = rootKeys(this.#editor.getEditorState())
    const here = new Set(order)
    const groups = new Map<NodeKey, TopRecord>()
    let current: NodeKey | null = null
    let waiting: TopRecord = received([])
    for (const [key, record] of expected) {
      if (record === undefined) continue
      if (here.has(key)) {
        groups.set(key, together(waiting, record))
        waiting = received([])
        current = key
      } else if (current === null) waiting = together(waiting, record)
      else groups.set(current, together(groups.get(current) ?? received([]), record))
    }
    this.#records.clear()
    for (const [at, key] of order.entries())
      this.#records.set(key, groups.get(key) ?? (at === 0 ? waiting : received([])))
    this.#order = order
  }

  #heard(payload: UpdateListenerPayload): void {
    const { dirtyElements, dirtyLeaves, editorState, prevEditorState, tags } = payload
    if (tags.has(FROM_FORM_TAG) || dirtyElements.size + dirtyLeaves.size === 0) return
    if (!this.#started) {
      this.#align(this.#order.map((key) => [key, this.#records.get(key)]))
      return
    }
    this.#changed = null
    const before = this.#order
    const order = rootKeys(editorState)
    // Lexical marks the root as changed in each update, so the order is compared.
    const isOtherOrder = order.length !== before.length || order.some((key, at) => key !== before[at])
    if (isOtherOrder) this.#order = order
    const touched = editorState.read(() =>
      [...dirtyElements.keys(), ...dirtyLeaves].filter((key) => $isRootNode($getNodeByKey(key)?.getParent())),
    )
    const gesture = [...tags].find((tag) => tag.startsWith(DRAG_TAG))
    const isTyping =
      gesture === undefined &&
      !isOtherOrder &&
      touched.length === 1 &&
      !tags.has(PASTE_TAG) &&
      !tags.has(CUT_TAG) &&
      // These updates, such as a Markdown shortcut, are undo steps of their own.
      !tags.has(HISTORY_PUSH_TAG) &&
      (tags.has(TYPING_IN_NODE_TAG) ||
        textAt(editorState, touched[0]) !== textAt(prevEditorState, touched[0]))
    this.#renew(touched, before, editorState, prevEditorState)
    this.#followRest(before)
    const nodes = this.#stored()
    const isBlankAgain = nodes.length === 0 && rootOf(this.#loaded) === null
    const next = isBlankAgain ? this.#loaded : withTopNodes(this.#value, nodes)
    if (next === this.#value) return
    this.#give(next, {
      typing: isTyping,
      composing:
        this.#editor.isComposing() || tags.has(COMPOSITION_END_TAG) || tags.has(COMPOSING_IN_NODE_TAG),
      ...(isTyping && { part: `${touched[0] ?? ''} ${blockAtCaret(editorState)}` }),
      ...(gesture !== undefined && { gesture }),
    })
  }

  /** Updates the records of touched top-level nodes, and drops those of removed ones. */
  #renew(
    touched: readonly NodeKey[],
    order: readonly NodeKey[],
    now: EditorState,
    before: EditorState,
  ): void {
    const here = new Set(this.#order)
    const gone = order === this.#order ? [] : order.filter((key) => !here.has(key))
    for (const key of [...touched, ...gone]) {
      const record = this.#records.get(key)
      if (record !== undefined) record.around ??= this.#origins.settle(key, record.imports, before)
    }
    const isTouched = new Set(touched)
    const inOrder = touched.length > 1 ? this.#order.filter((key) => isTouched.has(key)) : touched
    this.#origins.follow(inOrder, now, before)
    for (const key of inOrder) this.#renewOne(key, now)
    for (const key of gone) {
      this.#records.delete(key)
      this.#origins.prune(key, now, before)
    }
  }

  #renewOne(key: NodeKey, now: EditorState): void {
    const record = this.#records.get(key) ?? NEW_NODE
    const { nodes, isAsLoaded } = this.#origins.storedAt(now, key)
    const [front, behind] = record.around ?? [[], []]
    const made = isAsLoaded ? record.received : null
    // The line that the editor shows for an empty text is not stored while it is the only one.
    const isMade = made !== null && (made.length > 0 || this.#order.length === 1)
    const stored = isMade ? made : [...front, ...nodes, ...behind]
    const isSame = sameJson([...stored], [...record.stored]) && stored.length === record.stored.length
    this.#records.set(key, { ...record, stored: isSame ? record.stored : stored })
  }

  #give(next: Json, how: SetHow): void {
    const before = this.#value
    const later = this.#later
    this.#value = next
    this.#storing = true
    try {
      if (later === null) this.#value = this.#store(next, how)
      else {
        const merged = mergeRichText(before, next, later.value, undefined, this.#schema)
        const isAgreed = merged !== null && merged.conflicts.length === 0
        // If both changed a node, the form keeps a conflict (SY6); no merge decides.
        this.#later = {
          value: isAgreed ? this.#store(merged.value, how) : this.#store(next, { ...how, madeOn: before }),
        }
      }
    } finally {
      this.#storing = false
    }
  }

  #takeLater(): void {
    if (this.#later === null || this.#editor.isComposing()) return
    const { value } = this.#later
    this.#later = null
    if (value !== this.#value) this.#apply(value)
  }

  #apply(value: Json): void {
    this.finish()
    this.#value = value
    this.#loaded = value
    const tops = topNodes(value)
    const part = differingPart(
      this.#order.map((key) => this.#records.get(key)?.stored ?? []),
      tops,
    )
    const { from, to, newFrom, newTo } = part ?? UNCHANGED
    this.#retake(part === null ? this.#order : this.#order.slice(0, from), tops)
    if (part === null) return
    this.#retake(this.#order.slice(to), tops.slice(newTo))
    const olds = this.#order.slice(from, to)
    const all = tops.slice(newFrom, newTo)
    const pairs = this.#pairs(olds, all)
    // New nodes behind the first slice are loaded later, if none of them matches an old one.
    const end = sliceEnd(all)
    const isLong = all.length > end && pairs.slice(end).every((pair) => pair === null)
    const news = isLong ? all.slice(0, end) : all
    const head = this.#order.slice(0, from).map((key) => [key, this.#records.get(key)] as const)
    const tail = this.#order.slice(to).map((key) => [key, this.#records.get(key)] as const)
    const middle: (readonly [NodeKey, TopRecord | undefined])[] = []
    const focused = focusIn(this.#editor)
    const shownBefore = this.#editor.getEditorState()
    this.#editor.update(
      () => {
        const selected = $placesOfSelection($getSelection())
        const kept = keptSelections(this.#editor).map((one) => $keptWords(one))
        const becomes = new Map<NodeKey, LexicalNode>()
        const texts = new Map(olds.map((key) => [key, $textOf(key)]))
        const staying = new Set(
          pairs.flatMap((pair, at) =>
            pair?.isSame === true || $dataNodeFor(pair?.key, all[at] ?? null) !== null ? [pair?.key] : [],
          ),
        )
        const goingOn = new KeptNodes(
          olds.flatMap((key) => (staying.has(key) ? [] : ($getNodeByKey(key) ?? []))),
        )
        const nodes = news.map((json, at) => {
          const pair = pairs[at] ?? null
          const old = pair === null ? null : $getNodeByKey(pair.key)
          if (pair?.isSame === true && old !== null) {
            middle.push([pair.key, this.#records.get(pair.key)])
            return old
          }
          const { node, imported, isOld } = $nodeFor(json, pair?.key, goingOn)
          if (pair !== null && !isOld) becomes.set(pair.key, node)
          this.#origins.forget([imported])
          middle.push([node.getKey(), received([imported])])
          return node
        })
        if (nodes.length + from + this.#order.length - to === 0) {
          const node = $emptyNode()
          middle.push([node.getKey(), received([])])
          nodes.push(node)
        }
        const root = $getRoot()
        // A kept node may be inside of another one by now.
        const here = olds.filter((key) => $isRootNode($getNodeByKey(key)?.getParent()))
        root.splice(from, here.length, nodes)
        this.#changed = $changedPlace(from, olds, nodes, becomes, texts)
        $moveSelections({ selected, kept, becomes, texts, from })
      },
      {
        discrete: true,
        tag: [
          FROM_FORM_TAG,
          SKIP_SCROLL_INTO_VIEW_TAG,
          // Without this tag a text without the focus would take it.
          ...(focused !== null ? [] : [SKIP_DOM_SELECTION_TAG]),
        ],
      },
    )
    // An element that is moved in the DOM loses the focus.
    if (focused !== null && focusIn(this.#editor) === null) focused.focus({ preventScroll: true })
    this.#align([...head, ...middle, ...tail])
    for (const key of olds) this.#origins.prune(key, this.#editor.getEditorState(), shownBefore)
    if (isLong) this.#setRest(middle.findLast(([key]) => this.#records.has(key))?.[0], all.slice(end))
  }

  /** Takes equal nodes from the newer value, so that the next comparison finds the same objects. */
  #retake(keys: readonly NodeKey[], tops: readonly Json[]): void {
    let at = 0
    for (const key of keys) {
      const record = this.#records.get(key)
      if (record === undefined) continue
      record.stored = tops.slice(at, at + record.stored.length)
      at += record.stored.length
    }
  }

  /**
   * Returns, for each new node, the old node that it matches and if both are equal; null: it matches none.
   */
  #pairs(olds: readonly NodeKey[], news: readonly Json[]): ({ key: NodeKey; isSame: boolean } | null)[] {
    const stored = olds.flatMap((key) =>
      (this.#records.get(key)?.stored ?? []).map((json) => ({ key, json })),
    )
    const counts = new Map<NodeKey, number>()
    for (const { key } of stored) counts.set(key, (counts.get(key) ?? 0) + 1)
    const found = matchNodes(
      stored.map(({ json }) => json),
      news,
    )
    return news.map((json, at) => {
      const was = stored[found[at] ?? -1]
      // A node made of several stored ones is always made anew.
      return was === undefined || counts.get(was.key) !== 1
        ? null
        : { key: was.key, isSame: sameJson(was.json, json) }
    })
  }
}

const NEW_NODE: TopRecord = { received: null, imports: [], around: [[], []], stored: [] }
const UNCHANGED = { from: 0, to: 0, newFrom: 0, newTo: 0 }

function received(imports: readonly ImportedNode[]): TopRecord {
  const nodes = imports.map(({ json }) => json)
  return { received: nodes, imports, around: null, stored: nodes }
}

/** Returns one record for two nodes that the editor joined. */
function together(one: TopRecord, other: TopRecord): TopRecord {
  const isEmpty = ({ stored, imports }: TopRecord): boolean => stored.length + imports.length === 0
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) ? other : one
  const stored = [...one.stored, ...other.stored]
  return { received: stored, imports: [...one.imports, ...other.imports], around: null, stored }
}

/** The focused element in an editor, which may be the editor itself. */
function focusIn(editor: LexicalEditor): HTMLElement | null {
  const root = editor.getRootElement()
  const active = root?.ownerDocument.activeElement
  return active instanceof HTMLElement && root?.contains(active) === true ? active : null
}

function rootKeys(state: EditorState): NodeKey[] {
  return state.read(() => $getRoot().getChildrenKeys())
}

function textAt(state: EditorState, key: NodeKey | undefined): string | null {
  return state.read(() => (key === undefined ? null : ($getNodeByKey(key)?.getTextContent() ?? null)))
}

/** The block whose typing is one undo step: the paragraph of a cell or an item of a list, not the whole table. */
function blockAtCaret(state: EditorState): NodeKey {
  return state.read(() => {
    const selection = $getSelection()
    const node = $isRangeSelection(selection) ? selection.anchor.getNode() : null
    const block = node && $findMatchingParent(node, (one) => $isElementNode(one) && !one.isInline())
    return block?.getKey() ?? ''
  })
}

/** Returns the old data node if it can take the JSON, so that its open form stays; else null. */
function $dataNodeFor(key: NodeKey | undefined, json: Json): DataNode | null {
  const node = key === undefined ? null : $getNodeByKey(key)
  return isDataNode(node) && typeOf(json) === node.getType() ? node : null
}

/** Returns the node for new JSON: the old node of data, if it takes the JSON (`isOld`), else an imported one. */
function $nodeFor(
  json: Json,
  key: NodeKey | undefined,
  goingOn: KeptNodes,
): { node: LexicalNode; imported: ImportedNode; isOld: boolean } {
  const data = $dataNodeFor(key, json)
  if (data === null) return { ...$importTopNode(json, goingOn), isOld: false }
  if (isPlainJson(json)) data.setData(json)
  return { node: data, imported: { key: data.getKey(), json, children: [] }, isOld: true }
}

function $textOf(key: NodeKey): string {
  const node = $getNodeByKey(key)
  return node === null ? '' : $flatText(node)
}

/** The point to show a change: the first replaced node's difference, else the first new node's end, else a removal. */
function $changedPlace(
  from: number,
  olds: readonly NodeKey[],
  nodes: readonly LexicalNode[],
  becomes: ReadonlyMap<NodeKey, LexicalNode>,
  texts: ReadonlyMap<NodeKey, string>,
): ChangedPlace | null {
  for (const [old, node] of becomes)
    return { key: node.getKey(), offset: endOfDifference(texts.get(old) ?? '', $flatText(node)) }
  const came = nodes.find((node) => !olds.includes(node.getKey()))
  if (came !== undefined) return { key: came.getKey(), offset: $flatText(came).length }
  const root = $getRoot()
  const near = root.getChildAtIndex(Math.min(from, root.getChildrenSize() - 1))
  return near === null ? null : { key: near.getKey(), offset: 0 }
}
