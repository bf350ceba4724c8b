import { useId } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import { bothOf, type TwiceRow } from '../../shared/document/twice-rows.ts'
import type { Conflict } from '../../shared/document/change.ts'
import type { Chosen, ConflictAnswer, ConflictSide } from '../../shared/document/conflict-choice.ts'
import { getStored } from '../../shared/document/path.ts'
import { rowIds } from '../../shared/document/row-index.ts'
import { isNowApart, withNow, type ShownConflict } from '../../shared/document/shown-conflict.ts'
import type { JsonObject } from '../../shared/json.ts'
import { comparedBy } from '../fields/diff-text.ts'
import type { ValueContext } from '../fields/field-module.ts'
import { useT } from '../i18n/use-t.ts'
import { cx } from '../ui/class-names.ts'
import { ChangedWords } from '../ui/text-change/changed-words.tsx'
import { MarginBar } from '../ui/margin-bar/margin-bar.tsx'
import styles from '../ui/conflict-sides/conflict-sides.module.css'
import { nodeAt } from './change-text.ts'
import { SideTime } from '../ui/conflict-sides/side-time.tsx'

export type ConflictChoicesProps = {
  conflicts: readonly ShownConflict[]
  chosen: Readonly<Record<string, Chosen>>
  onChoose: (path: string, chosen: Chosen) => void
  labelOf: (path: string) => string
  /** Returns a side of the field as text; null for no value. */
  textOf: (conflict: Conflict, side: 'base' | ConflictSide) => string | null
  /** The document of the conflicts, in all locales. `fields` null: its entity is not in the schema. */
  document: { fields: Field[] | null; data: JsonObject }
  context: ValueContext
  /** Time of each side's change, ISO; null if unknown. */
  times: Readonly<Record<ConflictSide, string | null>>
}

const WORDS = {
  mine: 'galley:sync.yours',
  theirs: 'galley:sync.theirs',
  now: 'galley:sync.now',
  both: 'galley:sync.both',
} as const

/**
 * The conflicts of an entry, field by field: the value before, mine, theirs, the field's present value if it differs,
 * and the choice between them, or of both where that is possible (SY7).
 */
export function ConflictChoices(props: ConflictChoicesProps) {
  const { conflicts, onChoose, labelOf, textOf, document, context, times } = props
  const { t } = useT()
  const name = useId()
  const { fields, data } = document
  // The store asks the same when the choice arrives.
  const ways = conflicts.map((conflict) =>
    fields === null ? null : bothOf({ fields, types: context.types }, data, withNow(conflict)),
  )
  /** Returns the most rows of the list if another one does not fit; otherwise null. */
  const fullAt = (row: TwiceRow): number | null => {
    const { maxRows } = row.field
    if (fields === null || maxRows === null) return null
    const { path, locale } = row.list
    const others = ways.flatMap((way, at) => {
      const isChosen = props.chosen[conflicts[at]?.path ?? ''] === 'both'
      return isChosen && way !== null && 'twice' in way && way.twice.list.path === path ? way.twice.path : []
    })
    const twice = new Set([...others, row.path]).size
    return rowIds(getStored(fields, data, path, locale)).length + twice > maxRows ? maxRows : null
  }
  const parts = conflicts.map((shown, at) => {
    const isApart = fields !== null && isNowApart({ fields, types: context.types }, data, shown)
    // A row, and a text decided part by part, takes its present value as mine.
    const conflict: Conflict = isApart ? shown : withNow(shown)
    const { path, mine, theirs } = conflict
    const label = labelOf(path)
    const chosen = props.chosen[path]
    const node = nodeAt(fields, conflict, data)
    const both = ways[at] ?? null
    const twice = both !== null && 'twice' in both ? both.twice : null
    const full = twice === null ? null : fullAt(twice)
    const together = both !== null && 'value' in both ? both.value : null
    const own = comparedBy('Conflict', context.modules, node, mine, theirs)
    if (own !== null)
      return (
        <own.Part
          key={path}
          field={own.field}
          conflict={conflict}
          canTakeBoth={both !== null}
          label={label}
          context={context}
          // If decided as a whole, mine is the field's present value.
          chosen={chosen === 'now' ? 'mine' : chosen}
          onChoose={(choice) => onChoose(path, choice === 'mine' && shown.now !== undefined ? 'now' : choice)}
          times={times}
        />
      )
    const before = textOf(conflict, 'base')
    const nothing = <span className={styles['nothing']}>{t('galley:sync.nothingThere')}</span>
    const say = (side: ConflictAnswer | 'now') => {
      if (side === 'both' && twice !== null)
        return (
          <span className={styles['nothing']}>
            {full === null ? t('galley:sync.bothRows') : t('galley:edit.rows.full', { count: full })}
          </span>
        )
      // Both together are shown as one value.
      const text =
        side === 'both'
          ? textOf({ ...conflict, mine: together }, 'mine')
          : side === 'now'
            ? textOf(withNow(shown), 'mine')
            : textOf(conflict, side)
      if (text === null) return nothing
      // A value without a previous one is new as a whole, so no words are marked.
      return before === null ? text : <ChangedWords before={before} text={text} />
    }
    const answers = [
      'mine' as const,
      'theirs' as const,
      ...(isApart ? (['now'] as const) : []),
      ...(both === null ? [] : (['both'] as const)),
    ]
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
          {answers.map((side) => (
            <label key={side} className={cx(styles['side'], chosen === side && styles['chosen'])}>
              <span className={styles['name']}>
                <input
                  type="radio"
                  name={`${name}-${path}`}
                  checked={chosen === side}
                  disabled={side === 'both' && full !== null}
                  onChange={() => onChoose(path, side)}
                  className={styles['radio']}
                />
                {t(WORDS[side])} {(side === 'mine' || side === 'theirs') && <SideTime at={times[side]} />}
              </span>
              <span dir="auto" className={styles['value']}>
                {say(side)}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    )
  })
  return <div className={styles['fields']}>{parts}</div>
}
