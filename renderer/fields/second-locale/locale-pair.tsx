import type { FocusEvent, ReactNode } from 'react'
import { FormProvider, SecondFormProvider, useForm, useSecondForm } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'
import { FieldScopeProvider, useFieldScope, type FieldScope } from '../field-scope.tsx'
import { TranslatedCellProvider, useBeside } from './beside-context.ts'
import styles from './locale-pair.module.css'

/**
 * A field in two locales, at the same height; one under the other where it is narrow. `children` is the field, drawn
 * once for each of them. What the pair is found by: `data-locale-pair`, its path, and `data-locale` of each side.
 */
export function LocalePair({ path, children }: { path: string; children: ReactNode }) {
  const beside = useBeside()
  const form = useForm()
  const second = useSecondForm()
  const scope = useFieldScope()
  if (beside === null || second === null) return children
  const side = (one: FormState, oneScope: FieldScope, name: string) => (
    <div role="group" aria-label={name} data-locale={one.locale} className={styles['side']}>
      <FormProvider form={one}>
        <SecondFormProvider form={null}>
          <FieldScopeProvider scope={oneScope}>
            <TranslatedCellProvider value={one === beside.target ? path : null}>
              {children}
            </TranslatedCellProvider>
          </FieldScopeProvider>
        </SecondFormProvider>
      </FormProvider>
    </div>
  )
  return (
    <div data-locale-pair={path} className={styles['pair']} onFocus={showBoth}>
      {side(form, scope, beside.names.first)}
      {side(second, beside.scope, beside.names.second)}
    </div>
  )
}

/** Whoever goes into one of the two sees the other one, too, as far as both fit on the screen. */
function showBoth({ currentTarget: pair }: FocusEvent<HTMLElement>): void {
  if (pair.offsetHeight < window.innerHeight / 2) pair.scrollIntoView({ block: 'nearest' })
}
