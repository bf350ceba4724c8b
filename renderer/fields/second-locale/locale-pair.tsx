import type { FocusEvent, ReactNode } from 'react'
import {
  FormProvider,
  SecondFormProvider,
  useForm,
  useSecondForm,
  useVisible,
} from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import { FieldScopeProvider, type FieldScope } from '../field-scope.tsx'
import { TranslatedCellProvider, useBeside } from './other-locale-context.ts'
import styles from './locale-pair.module.css'

/**
 * A field in two locales, at the same height; one under the other where it is narrow. `children` is the field, drawn
 * once for each of them that shows it. What the pair is found by: `data-locale-pair`, its path, and `data-locale` of
 * each side. Where there is one locale the first side is there alone, and stays as it is when the second one comes or
 * goes: nobody loses the focus by that.
 */
export function LocalePair({ path, children }: { path: string; children: ReactNode }) {
  const form = useForm()
  const second = useSecondForm()
  const around = useBeside()
  const beside = second === null ? null : around
  const shown = (one: FormState) => (
    <TranslatedCellProvider value={one === beside?.target ? path : null}>
      <WhereShown path={path}>{children}</WhereShown>
    </TranslatedCellProvider>
  )
  /** `own`: the scope of another locale; null: the one around, which outlives a field that goes off the screen. */
  const side = (one: FormState, own: FieldScope | null, name: string | undefined) => (
    <div
      className={beside === null ? styles['alone'] : styles['side']}
      {...(beside !== null && { role: 'group', 'aria-label': name, 'data-locale': one.locale })}
    >
      <FormProvider form={one}>
        <SecondFormProvider form={null}>
          {own === null ? shown(one) : <FieldScopeProvider scope={own}>{shown(one)}</FieldScopeProvider>}
        </SecondFormProvider>
      </FormProvider>
    </div>
  )
  return (
    <div
      className={beside === null ? styles['alone'] : styles['pair']}
      {...(beside !== null && { 'data-locale-pair': path, onFocus: showBoth })}
    >
      {side(form, null, beside?.names.first)}
      {beside !== null && second !== null && side(second, beside.scope, beside.names.second)}
    </div>
  )
}

/** A condition may show a field in one locale and not in the other. */
function WhereShown({ path, children }: { path: string; children: ReactNode }) {
  return useVisible(path) ? children : null
}

/** Whoever goes into one of the two sees the other one, too, as far as both fit on the screen. */
function showBoth({ currentTarget: pair }: FocusEvent<HTMLElement>): void {
  if (pair.offsetHeight < window.innerHeight / 2) pair.scrollIntoView({ block: 'nearest' })
}
