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
  /** Number of items, shown behind the label and part of the accessible name. */
  count?: ReactNode
  /**
   * Id of the input. Id of the label: `${htmlFor}-label`; of the box around the input: `${htmlFor}-control`;
   * of hint, error and the word "required": see describedBy().
   */
  htmlFor: string
  /** For widgets that are not one labelable element: the label is text, the widget uses aria-labelledby. */
  group?: boolean
  required?: boolean
  localeCode?: string | null
  state?: FieldState
  /** Replaces the state's usual word: `Edited 09:14`, `Updated by Jonas`. */
  stateText?: string | null
  description?: ReactNode
  error?: string | null
  /** True if the error is only advice: it is shown like a hint, and the field is not marked as invalid. */
  advice?: boolean
  /** A note on the input, shown below the description or the error. */
  note?: ReactNode
  /** A mark behind the locale, such as that the translation is missing. */
  localeMark?: ReactNode
  /** False: no margin bar, even with a state. True by default. */
  bar?: boolean
  /** Shown at the end of the label row, such as a link or a small button. */
  end?: ReactNode
  /** True for a check box, which is shown in front of its label. */
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
        // Neither is part of the field's name: an input says itself that it is required, a group by its description.
        <>
          <span aria-hidden="true" className={styles['required']} title={t('galley:app.field.required')}>
            *
          </span>
          {props.group === true && (
            <span hidden id={requiredId(htmlFor)}>
              {t('galley:app.field.required')}
            </span>
          )}
        </>
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

/**
 * Returns the id of the error, else of the hint, in a FieldFrame with that input id, for aria-describedby; before it, for
 * a group or a button, which cannot have aria-required, the id of the word "required". Undefined if it shows none of
 * these.
 */
export function describedBy(
  inputId: string,
  shown: { description?: unknown; error?: string | null | undefined; required?: boolean | undefined },
  control: 'input' | 'group' = 'input',
): string | undefined {
  const { description, error, required } = shown
  const isSaid = (words: unknown): boolean => words != null && words !== ''
  return (
    cx(
      control === 'group' && required === true && requiredId(inputId),
      isSaid(error) ? `${inputId}-error` : isSaid(description) && `${inputId}-description`,
    ) || undefined
  )
}

function requiredId(inputId: string): string {
  return `${inputId}-required`
}
