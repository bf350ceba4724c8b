import { documentAt } from '../../../shared/fields/richText/links.ts'
import type { NodeChange, NodeName } from '../../../shared/fields/richText/node-types/node-type.ts'
import { nodeTypeOfShown } from '../../../shared/fields/richText/node-types/registry.ts'
import { fieldsOf, typeOf } from '../../../shared/fields/richText/nodes.ts'
import { showNodes } from '../../../shared/fields/richText/show.ts'
import {
  FORMATS,
  type Align,
  type Shown,
  type ShownLink,
  type TextFormat,
} from '../../../shared/fields/richText/shown.ts'
import { sameJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { diffWords, type WordDiff } from '../../ui/text-change/diff-words.ts'
import { markWords, wordsOfShown } from './mark-words.ts'

export type ComparedNodes = {
  before: Shown[]
  after: Shown[]
  changes: NodeChange[]
}

/** Compares two versions of a node: both with marked words, and the list of other changes. */
export function compareNodes(before: Json, after: Json): ComparedNodes {
  const [was, is] = [showNodes([before]), showNodes([after])]
  const [old, now] = [wordsOfShown(was), wordsOfShown(is)]
  const words = diffWords(old.words, now.words)
  const changes = [
    ...looksChanges(was[0], is[0]),
    ...formatChanges(old, now, words),
    ...linkChanges(was, is),
    ...checkChanges(was, is),
    ...partChanges(before, after),
  ]
  const hasWords = words.removed.length > 0 || words.added.length > 0
  return {
    before: markWords(was, words.removed, 'del'),
    after: markWords(is, words.added, 'ins'),
    changes: changes.length === 0 && !hasWords ? [{ what: 'other' }] : changes,
  }
}

export function nameOf(shown: Shown | undefined): NodeName {
  return shown === undefined ? 'other' : nodeTypeOfShown(shown).name(shown)
}

function looksChanges(was: Shown | undefined, is: Shown | undefined): NodeChange[] {
  const changes: NodeChange[] = []
  const [from, to] = [nameOf(was), nameOf(is)]
  if (from !== to) changes.push({ what: 'kind', from, to })
  if (was === undefined || is === undefined) return changes
  const [alignWas, alignIs] = [alignOf(was), alignOf(is)]
  if (alignWas !== alignIs) changes.push({ what: 'align', to: alignIs })
  const [indentWas, indentIs] = [indentOf(was), indentOf(is)]
  if (indentWas !== indentIs) changes.push({ what: 'indent', from: indentWas, to: indentIs })
  const [directionWas, directionIs] = [directionOf(was), directionOf(is)]
  if (directionWas !== directionIs) changes.push({ what: 'direction', to: directionIs })
  if (was.kind === is.kind) changes.push(...(nodeTypeOfShown(is).changes?.(was, is) ?? []))
  return changes
}

const alignOf = (shown: Shown): Align | null => ('align' in shown ? shown.align : null)
const indentOf = (shown: Shown): number => ('indent' in shown ? shown.indent : 0)
const directionOf = (shown: Shown): 'ltr' | 'rtl' | null => ('direction' in shown ? shown.direction : null)

type ShownWords = ReturnType<typeof wordsOfShown>

/** Returns the changed formats of the words that both versions have. */
function formatChanges(old: ShownWords, now: ShownWords, { kept }: WordDiff): NodeChange[] {
  const [was, is] = [looksAt(old), looksAt(now)]
  const added = new Set<TextFormat>()
  const removed = new Set<TextFormat>()
  let hasOtherStates = false
  for (const piece of kept) {
    for (let unit = 0; unit < piece.length; unit += 1) {
      const [from, to] = [was[piece.before + unit], is[piece.after + unit]]
      // Line breaks have no formats.
      if (from === undefined || to === undefined || from === to) continue
      for (const format of to.formats) if (!from.formats.includes(format)) added.add(format)
      for (const format of from.formats) if (!to.formats.includes(format)) removed.add(format)
      if (!sameJson(from.states, to.states)) hasOtherStates = true
    }
  }
  const inOrder = (formats: Set<TextFormat>) => FORMATS.flatMap(([name]) => (formats.has(name) ? [name] : []))
  return [
    ...(added.size + removed.size > 0
      ? [{ what: 'formats' as const, added: inOrder(added), removed: inOrder(removed) }]
      : []),
    ...(hasOtherStates ? [{ what: 'states' as const }] : []),
  ]
}

function looksAt({ words, texts }: ShownWords): (ShownWords['texts'][number]['shown'] | undefined)[] {
  const looks = Array.from<ShownWords['texts'][number]['shown'] | undefined>({ length: words.length })
  for (const { shown, at } of texts) looks.fill(shown, at, at + shown.text.length)
  return looks
}

/**
 * Returns the changed links. Links are matched by their words; if their number is equal, the others are matched by
 * their order. Added and removed links count as changed.
 */
function linkChanges(was: readonly Shown[], is: readonly Shown[]): NodeChange[] {
  const [old, now] = [linksIn(was), linksIn(is)]
  const left = new Set(old)
  const byWords = new Map<string, ShownTarget[]>()
  // Reversed, so that the first link of equal words is at the end of its list, from which it is popped.
  for (const link of old.toReversed()) {
    const alike = byWords.get(link.words) ?? []
    alike.push(link)
    byWords.set(link.words, alike)
  }
  const firstLeft = (words: string): ShownTarget | undefined => {
    const alike = byWords.get(words) ?? []
    for (let last = alike.at(-1); last !== undefined && !left.has(last); last = alike.at(-1)) alike.pop()
    return alike.at(-1)
  }
  const pairs = now.map((link) => {
    const found = firstLeft(link.words)
    if (found !== undefined) left.delete(found)
    return { link, found }
  })
  const inOrder = old.length === now.length ? [...left] : []
  const changes = pairs.flatMap(({ link, found: byTheirWords }): NodeChange[] => {
    const found = byTheirWords ?? inOrder.shift()
    if (found !== undefined) left.delete(found)
    const from = found?.target ?? null
    return from === link.target ? [] : [{ what: 'link', words: link.words, from, to: link.target }]
  })
  const gone = [...left].map(({ words, target }): NodeChange => ({
    what: 'link',
    words,
    from: target,
    to: null,
  }))
  return [...changes, ...gone]
}

type ShownTarget = { words: string; target: string }

function linksIn(all: readonly Shown[]): ShownTarget[] {
  return deep(all).flatMap((one) =>
    one.kind === 'link' ? [{ words: wordsOfShown(one.inside).words, target: targetOf(one) }] : [],
  )
}

function targetOf({ href, document }: ShownLink): string {
  return href ?? (document === null ? '' : `${document.slug} ${document.id}`)
}

function checkChanges(was: readonly Shown[], is: readonly Shown[]): NodeChange[] {
  const old = itemsIn(was)
  return itemsIn(is).flatMap(({ words, checked }): NodeChange[] => {
    const at = old.findIndex((item) => item.words === words)
    const [found] = at === -1 ? [] : old.splice(at, 1)
    return found === undefined || found.checked === checked ? [] : [{ what: 'checked', words, to: checked }]
  })
}

function itemsIn(all: readonly Shown[]): { words: string; checked: boolean }[] {
  return deep(all).flatMap((one) =>
    one.kind === 'list'
      ? one.items.flatMap(({ checked, inside }) =>
          checked === undefined ? [] : [{ words: wordsOfShown(inside).words, checked }],
        )
      : [],
  )
}

/** Returns nodes with all their descendants. */
function deep(all: readonly Shown[]): Shown[] {
  return all.flatMap((one) => {
    const found: Shown[] = [one]
    const add = (inside: readonly Shown[]): Shown[] => {
      for (const node of deep(inside)) found.push(node)
      return [...inside]
    }
    nodeTypeOfShown(one).mapInside?.(one, { line: add, run: add })
    return found
  })
}

/**
 * Returns the changes of uploads, relationships and blocks: another document, or other fields. They are
 * matched by their order.
 */
function partChanges(before: Json, after: Json): NodeChange[] {
  const [old, now] = [partsIn(before), partsIn(after)]
  return now.flatMap((part, at): NodeChange[] => {
    const was = old[at]
    if (was === undefined || typeOf(was) !== typeOf(part)) return []
    const [from, to] = [documentAt(was), documentAt(part)]
    const [wasFields, isFields] = [fieldsOf(was), fieldsOf(part)]
    return [
      ...(sameJson(from, to) ? [] : [{ what: 'document' as const, from, to }]),
      ...(sameJson(wasFields, isFields)
        ? []
        : [
            {
              what: 'fields' as const,
              part,
              from: wasFields,
              to: isFields,
            },
          ]),
    ]
  })
}

function partsIn(node: Json): JsonObject[] {
  return deep(showNodes([node])).flatMap((one) => ('node' in one ? [one.node] : []))
}
