import type { CellCopy } from '../../../shared/document/copy-locale.ts'
import type { FormState } from '../../form/form-state.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import type { FieldScope } from '../field-scope.tsx'
import { nameOfForm, type Beside } from './beside-context.ts'
import { copiesInto, copyInto } from './copy-locale.ts'

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
