import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import type { RowsField } from '../../../shared/cms/schema-model.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { useForm, useSecondForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useFieldScope } from '../field-scope.tsx'
import { nameOfForm, useBeside } from './beside-context.ts'
import { copiesInto, useCopying } from './copy-locale.ts'

export type RowCopy = { label: string; hasSomething: (id: string) => boolean; copy: (id: string) => void }

/**
 * Copying what a row that all locales share says in another locale: between the two on the screen, or from the one that
 * this one is usually translated from. What is empty is filled; only where nothing is, what is there is overwritten. Null where there is nothing of the kind.
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
