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
 * A field in both locales on the screen, at the same height. With one locale only the first side is drawn,
 * and it stays mounted when the second one comes or goes, so that the focus is kept.
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
  /** `own`: scope of the second locale; null: the scope around the pair. */
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

/** Hides the field in a locale in which its condition hides it. */
function WhereShown({ path, children }: { path: string; children: ReactNode }) {
  return useVisible(path) ? children : null
}

/** Scrolls the whole pair into view when one side gets the focus, if it takes less than half of the window. */
function showBoth({ currentTarget: pair }: FocusEvent<HTMLElement>): void {
  if (pair.offsetHeight < window.innerHeight / 2) pair.scrollIntoView({ block: 'nearest' })
}
