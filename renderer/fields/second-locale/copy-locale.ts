import { copyBetweenLocales, type CellCopy } from '../../../shared/document/copy-locale.ts'
import { invertChanges, type Change } from '../../../shared/document/change.ts'
import { getStored, joinPath } from '../../../shared/document/path.ts'
import { sameJson } from '../../../shared/json.ts'
import type { FormState } from '../../form/form-state.ts'
import { type FieldScope, useFieldScope } from '../field-scope.tsx'
import { mayTranslate, nameOfForm, useBeside, type Beside } from './other-locale-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import type { RowsField } from '../../../shared/cms/schema-model.ts'
import { useForm, useSecondForm } from '../../form/form-context.tsx'

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

/**
 * Applies copies as one undo step. Returns the number of fields, and an undo for all that nobody has edited
 * since.
 */
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

/**
 * Returns a function that copies cells and shows a toast with an undo button; without cells it does nothing.
 * `text`: gets the number of fields.
 */
function useCopying(): (
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

/** Returns a function that copies one field from the source locale to the target locale. */
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

export type RowCopy = { label: string; hasSomething: (id: string) => boolean; copy: (id: string) => void }

/**
 * Returns the action that copies a shared row's localized fields from the other locale on the screen, else
 * from the usual source: into the empty fields, or into all if none is empty. Null: no
 * source, no localized field, or the list itself is localized.
 */
export function useRowCopy(field: RowsField, path: string): RowCopy | null {
  const { t } = useT()
  const form = useForm()
  const second = useSecondForm()
  const beside = useBeside()
  const scope = useFieldScope()
  const copy = useCopying()
  const isShared = form.resolve(path)?.localized === false
  const levels = field.type === 'array' ? [field.fields] : field.blocks.map(({ fields }) => fields)
  const two = second === null ? null : beside
  const from = two === null ? (scope.source?.code ?? null) : two.source.locale
  if (!isShared || from === null || !levels.some(hasLocalizedFields)) return null
  const target = two === null ? form : two.target
  const source = two === null ? (scope.source?.label ?? '') : nameOfForm(two, two.source)
  const name = (scope.locales ?? []).find(({ code }) => code === target.locale)?.label ?? ''
  const copiesOf = (id: string) => copiesInto(target, scope, from, joinPath(path, id))
  return {
    label: t('galley:locales.copyRow', { source, target: name }),
    hasSomething: (id) => copiesOf(id).length > 0,
    copy(id) {
      const all = copiesOf(id)
      const empty = all.filter(({ overwrites }) => !overwrites)
      copy(target, empty.length > 0 ? empty : all, (count) =>
        t('galley:locales.copied', { count, source, target: name }),
      )
    },
  }
}
