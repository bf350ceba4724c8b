import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import type { Json, JsonObject } from '../json.ts'
import { sameJson } from '../json.ts'
import { applyChanges } from './apply.ts'
import type { Change, SetChange } from './change.ts'
import { fieldNodeAt, getStored } from './path.ts'
import { absorbNode, innerLocales, projectNode } from './project.ts'

/**
 * The edits from one stored text that all locales share to another, one per locale in order: each is a whole text,
 * the first has the shared parts and its own words, the others add theirs.
 */
export function sharedTextEdits(
  node: DataNode,
  was: Json | undefined,
  is: Json | undefined,
  path: string,
  locales: readonly string[] = innerLocales(node)?.codes ?? [],
): SetChange[] {
  const edits: SetChange[] = []
  let now = was ?? null
  for (const locale of locales) {
    const [from, to] = [now, is ?? null].map((text) => projectNode(node, text, locale))
    if (from === undefined || to === undefined || sameJson(from, to)) continue
    edits.push({ kind: 'set', locale, path, from, to })
    now = absorbNode(node, now, to, locale) ?? null
  }
  return edits
}

/** Texts shared by all locales that changes edit in several of them, each with its first edit. */
function editedInSeveral(fields: Field[], data: JsonObject, changes: readonly Change[]): EditedText[] {
  const byPath = new Map<string, SetChange[]>()
  for (const change of changes) {
    if (change.kind !== 'set' || change.locale === null) continue
    const known = byPath.get(change.path)
    if (known === undefined) byPath.set(change.path, [change])
    else known.push(change)
  }
  return [...byPath].flatMap(([path, [first, ...others]]) => {
    if (first === undefined || others.every(({ locale }) => locale === first.locale)) return []
    const node = fieldNodeAt(fields, data, path, first.locale)
    const codes = node && innerLocales(node)?.codes
    return node === null || !codes ? [] : [{ node, codes, path, first }]
  })
}

type EditedText = { node: DataNode; codes: readonly string[]; path: string; first: SetChange }

/**
 * Turns edits of a text that all locales share into one per locale, in order: each is a whole text and would undo
 * others. `made`: changes as made; `changes`: their result; `data`: below them.
 */
export function inOrderOfLocales(
  fields: Field[],
  data: JsonObject,
  made: readonly Change[],
  changes: readonly Change[],
  locales: readonly string[] = codesOf(changes),
): Change[] {
  const texts = editedInSeveral(fields, data, made)
  if (texts.length === 0) return [...changes]
  return texts.reduce(
    (list, { node, codes, path, first }) => {
      const ofText = made.filter((one): one is SetChange => one.kind === 'set' && one.path === path)
      // Each locale starts from the base of its first edit: the present value may be somebody else's.
      const begun = ofText.toReversed().map((one) => ({ ...one, to: one.from }))
      const before = applyChanges(fields, data, [{ ...first, to: first.from }, ...begun])
      const after = applyChanges(fields, before, ofText)
      const [was, is] = [before, after].map((one) => getStored(fields, one, path, null))
      const order = [...new Set([...locales, ...codes])]
      const edits = sharedTextEdits(node, was, is, path, order)
      const isOther = (change: Change): boolean => change.kind !== 'set' || change.path !== path
      const at = list.findIndex((change) => !isOther(change))
      const others = list.filter(isOther)
      return at < 0 ? [...others, ...edits] : others.toSpliced(at, 0, ...edits)
    },
    [...changes],
  )
}

const codesOf = (changes: readonly Change[]): string[] => changes.flatMap(({ locale }) => locale ?? [])
