import { CircleAlert, ClockArrowUp, GitCompareArrows, Info, PencilLine, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { LocaleBadge } from '../locale-badge/locale-badge.tsx'
import { MarginBar, type MarginState } from '../margin-bar/margin-bar.tsx'
import styles from './field-frame.module.css'

export type FieldState = MarginState

export type FieldFrameProps = {
  label: ReactNode
  /** Behind the label and part of the name: how many there are. */
  count?: ReactNode
  /** Id of the input. The label gets `${htmlFor}-label`, what is around the input `${htmlFor}-control`, hint and error as describedBy() says. */
  htmlFor: string
  /** For widgets that are not one labelable element: the label is text, the widget uses aria-labelledby. */
  group?: boolean
  required?: boolean
  localeCode?: string | null
  state?: FieldState
  /** Instead of the state's usual word: `Edited 09:14`, `Updated by Jonas`. */
  stateText?: string | null
  description?: ReactNode
  error?: string | null
  /** The error is advice: it is said as a hint is, nothing is marked as wrong. */
  advice?: boolean
  /** Under the description or error, and beside it: something about the input itself. */
  note?: ReactNode
  /** Behind the locale: what is to be said of the field in it. */
  localeMark?: ReactNode
  /** Shows the margin bar; on by default where there is a state. */
  bar?: boolean
  /** At the end of the label row: a link or a small button. */
  end?: ReactNode
  /** The control is a box that is ticked: it stands before its label. */
  ticked?: boolean
  className?: string | undefined
  children: ReactNode
}

const ICONS: Partial<Record<FieldState, LucideIcon>> = {
  edited: PencilLine,
  waiting: ClockArrowUp,
  conflict: GitCompareArrows,
}

/** Label row, control, hint or error, and the margin bar. Nothing jumps: the error takes the hint's place. */
export function FieldFrame(props: FieldFrameProps) {
  const { t } = useT()
  const { htmlFor, required = false, localeCode = null, state = 'none', error = null, bar = true } = props
  const hasError = error !== null && error !== ''
  const { advice = false } = props
  const invalid = hasError && !advice
  const shownState: FieldState = invalid && state !== 'conflict' ? 'invalid' : state
  const words = props.stateText ?? (state in ICONS ? t(`galley:app.field.${state}`) : null)
  const icon = ICONS[state]
  const label = (
    <>
      <bdi>{props.label}</bdi>
      {required && (
        // Not part of the field's name: the control itself says that it is required.
        <span aria-hidden="true" className={styles['required']} title={t('galley:app.field.required')}>
          *
        </span>
      )}
      {props.count !== undefined && <> {props.count}</>}
    </>
  )
  const hasHint = props.description != null && props.description !== ''
  const row = (
    <div className={styles['row']}>
      {props.group ? (
        <span id={`${htmlFor}-label`} className={styles['label']}>
          {label}
        </span>
      ) : (
        <label id={`${htmlFor}-label`} htmlFor={htmlFor} className={styles['label']}>
          {label}
        </label>
      )}
      {localeCode !== null && <LocaleBadge code={localeCode} />}
      {props.localeMark}
      {words !== null && (
        <span className={cx(styles['state'], styles[state])}>
          {icon !== undefined && <Icon icon={icon} size="small" />}
          {words}
        </span>
      )}
      {props.end !== undefined && <span className={styles['end']}>{props.end}</span>}
    </div>
  )
  const { ticked = false } = props
  return (
    <div className={cx(styles['field'], props.className)}>
      {!ticked && row}
      <div id={`${htmlFor}-control`} className={cx(styles['control'], ticked && styles['ticked'])}>
        {bar && <MarginBar state={shownState} />}
        {props.children}
        {ticked && row}
      </div>
      {hasError ? (
        <p id={`${htmlFor}-error`} className={cx(styles['error'], advice && styles['advice'])}>
          <Icon icon={advice ? Info : CircleAlert} size="small" />
          <bdi>{error}</bdi>
        </p>
      ) : (
        hasHint && (
          <p id={`${htmlFor}-description`} className={styles['description']}>
            <bdi>{props.description}</bdi>
          </p>
        )
      )}
      {props.note !== undefined && <div className={styles['description']}>{props.note}</div>}
    </div>
  )
}

/** Ids of the hint and the error that a FieldFrame with that input id shows, for the input's aria-describedby. */
export function describedBy(
  inputId: string,
  shown: { description?: unknown; error?: string | null | undefined },
): string | undefined {
  if (shown.error != null && shown.error !== '') return `${inputId}-error`
  return shown.description != null && shown.description !== '' ? `${inputId}-description` : undefined
}
