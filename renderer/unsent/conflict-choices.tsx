import { isToday } from 'date-fns'
import { useId } from 'react'
import type { Conflict } from '../../shared/document/change.ts'
import { useT } from '../i18n/use-t.ts'
import { cx } from '../ui/class-names.ts'
import { ChangedWords } from '../ui/text-change/changed-words.tsx'
import { MarginBar } from '../ui/margin-bar/margin-bar.tsx'
import styles from './conflict-choices.module.css'

export type Side = 'mine' | 'theirs'

export type ConflictChoicesProps = {
  conflicts: readonly Conflict[]
  choices: Readonly<Record<string, Side>>
  onChoose: (path: string, side: Side) => void
  labelOf: (path: string) => string
  /** A value of the field in words, or null for no value. */
  textOf: (conflict: Conflict, value: Conflict['base']) => string | null
  /** When each side made its change, ISO; null where that is not known. */
  times: Readonly<Record<Side, string | null>>
}

/** Per field what was there before, yours and theirs, and a choice between the two (SY7). */
export function ConflictChoices(props: ConflictChoicesProps) {
  const { conflicts, choices, onChoose, labelOf, textOf, times } = props
  const { t, formatDate, formatTime } = useT()
  const name = useId()
  const fields = conflicts.map((conflict) => {
    const { path, base, mine, theirs } = conflict
    const label = labelOf(path)
    const chosen = choices[path]
    const before = textOf(conflict, base)
    const nothing = <span className={styles['nothing']}>{t('galley:sync.nothingThere')}</span>
    const say = (value: Conflict['base']) => {
      const text = textOf(conflict, value)
      if (text === null) return nothing
      // What was not there before is new as a whole, and needs no marks.
      return before === null ? text : <ChangedWords before={before} text={text} />
    }
    return (
      <fieldset key={path} className={styles['field']}>
        {chosen === undefined && <MarginBar state="conflict" className={styles['bar']} />}
        <legend className={styles['legend']}>{label}</legend>
        <div className={styles['sides']}>
          <div className={cx(styles['side'], styles['before'])}>
            <span className={styles['name']}>{t('galley:sync.before')}</span>
            <span dir="auto" className={styles['value']}>
              {before ?? nothing}
            </span>
          </div>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={cx(styles['side'], chosen === side && styles['chosen'])}>
              <span className={styles['name']}>
                <input
                  type="radio"
                  name={`${name}-${path}`}
                  checked={chosen === side}
                  onChange={() => onChoose(path, side)}
                  className={styles['radio']}
                />
                {t(side === 'mine' ? 'galley:sync.yours' : 'galley:sync.theirs')}{' '}
                {times[side] !== null && (
                  <time dateTime={times[side]} className={styles['when']}>
                    {isToday(times[side]) ? formatTime(times[side]) : formatDate(times[side])}
                  </time>
                )}
              </span>
              <span dir="auto" className={styles['value']}>
                {say(side === 'mine' ? mine : theirs)}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    )
  })
  return <div className={styles['fields']}>{fields}</div>
}
