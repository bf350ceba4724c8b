import { copyBetweenLocales, type CellCopy } from '../../../shared/document/copy-locale.ts'
import type { FormState } from '../../form/form-state.ts'
import type { FieldScope } from '../field-scope.tsx'
import { mayTranslate } from './may-translate.ts'

/** What a copy from another locale would do to a form, at a place and below it; '' for all of it. */
export function copiesInto(
  target: FormState,
  scope: Pick<FieldScope, 'mayWrite'>,
  from: string,
  place = '',
): CellCopy[] {
  const { fields, types, locale } = target
  if (locale === null || locale === from) return []
  return copyBetweenLocales({ fields, types }, target.data(), { from, to: locale }, place, {
    mayCopy: ({ path }) => mayTranslate(target, scope, path),
  })
}

/** Does it, as one step for undo. Answers how many fields it is. */
export function copyInto(target: FormState, copies: readonly CellCopy[]): number {
  target.make(copies.map(({ change }) => change))
  target.blur()
  return copies.length
}
