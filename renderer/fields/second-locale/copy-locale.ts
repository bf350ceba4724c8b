import { copyBetweenLocales, type CellCopy } from '../../../shared/document/copy-locale.ts'
import { invertChanges, type Change } from '../../../shared/document/change.ts'
import { getStored } from '../../../shared/document/path.ts'
import { sameJson } from '../../../shared/json.ts'
import type { FormState } from '../../form/form-state.ts'
import type { FieldScope } from '../field-scope.tsx'
import { mayTranslate, nameOfForm, type Beside } from './beside-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

/** Returns the changes of a copy from another locale into a form, at a path and below it; '' for all. */
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

/** Applies them as one undo step. Returns the number of fields, and an undo for all that nobody has edited since. */
export function copyInto(
  target: FormState,
  copies: readonly CellCopy[],
): { count: number; takeBack: () => void } {
  const storedAt = ({ path, locale }: Change) => getStored(target.fields, target.data(), path, locale)
  target.make(copies.map(({ change }) => change))
  target.blur()
  const made = copies.map(({ change }) => ({ change, stored: storedAt(change) }))
  return {
    count: copies.length,
    takeBack() {
      const untouched = made.filter(({ change, stored }) => sameJson(storedAt(change), stored))
      target.make(invertChanges(untouched.map(({ change }) => change)))
      target.blur()
    },
  }
}

/** Copies, and says so with a way back; `text` is given how many fields it was. Where it was none nothing is said. */
export function useCopying(): (
  target: FormState,
  copies: readonly CellCopy[],
  text: (count: number) => string,
) => void {
  const { t } = useT()
  const toast = useToast()
  return (target, copies, text) => {
    if (copies.length === 0) return
    const { count, takeBack } = copyInto(target, copies)
    toast.success(text(count), { action: { label: t('galley:edit.history.undo'), onPress: takeBack } })
  }
}

/** Gives one field of the locale that is translated into what the other one says. */
export function useCopyField(): (beside: Beside, scope: FieldScope, path: string) => void {
  const { t } = useT()
  const copy = useCopying()
  return (beside, scope, path) => {
    const { source, target } = beside
    if (source.locale === null) return
    const names = { source: nameOfForm(beside, source), target: nameOfForm(beside, target) }
    copy(target, copiesInto(target, scope, source.locale, path), () => t('galley:locales.copiedField', names))
  }
}
