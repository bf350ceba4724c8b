import type { Field } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import type { SavedDifference } from '../../shared/document/saved-difference.ts'
import { getValue, joinPath, parentPath } from '../../shared/document/path.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { ValueContext } from './field-module.ts'

/** A document in all locales; `fields` null: the site does not have it any more. */
type DocumentData = { fields: Field[] | null; data: JsonObject }

/** Value context of each side of a change. */
export type SideWords<S extends string = 'from' | 'to'> = Readonly<Record<S, ValueContext>>

/**
 * Returns the value context at a path of a document. `instead`: values of this side that differ from `data`,
 * by path, such as the time zone of a date that was changed with it.
 */
export function wordsAt(
  context: ValueContext,
  { fields, data }: DocumentData,
  { path, locale }: Pick<Change, 'path' | 'locale'>,
  instead: (path: string) => Json | undefined = () => undefined,
): ValueContext {
  return {
    ...context,
    beside(name) {
      const at = joinPath(parentPath(path).parent, name)
      const changed = instead(at)
      return changed === undefined && fields !== null ? getValue(fields, data, at, locale) : changed
    },
  }
}

/** Returns the value contexts of a change. `document.data` has all `changes` applied. */
export function wordsOfChange(
  context: ValueContext,
  document: DocumentData,
  change: Change,
  changes: readonly Change[],
): SideWords {
  const before = (path: string) => {
    const made = changes.find((one) => one.path === path && one.locale === change.locale)
    return made?.kind === 'set' ? made.from : undefined
  }
  return { from: wordsAt(context, document, change, before), to: wordsAt(context, document, change) }
}

/** Returns the value contexts of a sent value, and of the server's value. */
export function wordsOfDifference(
  context: ValueContext,
  document: DocumentData,
  difference: SavedDifference,
  differences: readonly SavedDifference[],
): SideWords<'sent' | 'saved'> {
  const side = (name: 'sent' | 'saved') =>
    wordsAt(context, document, difference, (path) => differences.find((one) => one.path === path)?.[name])
  return { sent: side('sent'), saved: side('saved') }
}
