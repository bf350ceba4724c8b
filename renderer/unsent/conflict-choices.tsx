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

/** The way to keep both sides of a conflict as a whole; null: there is none. */
type WayToBoth = ReturnType<typeof bothOf>

/**
 * The conflicts of an entry, field by field: the value before, mine, theirs, and the present one if it
 * differs, as a choice between them, or of both if possible (SY7).
 */
export function ConflictChoices(props: ConflictChoicesProps) {
  const { conflicts, document, context } = props
  const name = useId()
  const { fields, data } = document
  // The store makes the same check when the choice arrives.
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
  return (
    <div className={styles['fields']}>
      {conflicts.map((shown, at) => (
        <ConflictPart
          key={shown.path}
          {...props}
          shown={shown}
          both={ways[at] ?? null}
          fullAt={fullAt}
          name={`${name}-${shown.path}`}
        />
      ))}
    </div>
  )
}

type ConflictPartProps = Omit<ConflictChoicesProps, 'conflicts'> & {
  shown: ShownConflict
  both: WayToBoth
  /** Returns the most rows of the list if another one does not fit; otherwise null. */
  fullAt: (row: TwiceRow) => number | null
  /** Name of the group of radio buttons. */
  name: string
}

/** One conflict: shown by the field's own part if it has one, else side by side. */
function ConflictPart(props: ConflictPartProps) {
  const { shown, both, onChoose, labelOf, context, times } = props
  const { fields, data } = props.document
  const isApart = fields !== null && isNowApart({ fields, types: context.types }, data, shown)
  // Rows, and texts that are decided part by part, have no choice for the present value: it is taken as mine.
  const conflict: Conflict = isApart ? shown : withNow(shown)
  const { path, mine, theirs } = conflict
  const chosen = props.chosen[path]
  const node = nodeAt(fields, conflict, data)
  const own = comparedBy('Conflict', context.modules, node, mine, theirs)
  if (own === null) return <ConflictSides {...props} conflict={conflict} isApart={isApart} />
  return (
    <own.Part
      field={own.field}
      conflict={conflict}
      canTakeBoth={both !== null}
      label={labelOf(path)}
      context={context}
      // If decided as a whole, mine is the field's present value.
      chosen={chosen === 'now' ? 'mine' : chosen}
      onChoose={(choice) => onChoose(path, choice === 'mine' && shown.now !== undefined ? 'now' : choice)}
      times={times}
    />
  )
}

type ConflictSidesProps = ConflictPartProps & {
  conflict: Conflict
  /** True if the field's present value is a choice of its own. */
  isApart: boolean
}

/** The value before a conflict, and its sides as radio buttons. */
function ConflictSides(props: ConflictSidesProps) {
  const { conflict, isApart, both, fullAt, name, onChoose, labelOf, textOf, times } = props
  const { t } = useT()
  const { path } = conflict
  const chosen = props.chosen[path]
  const full = both !== null && 'twice' in both ? fullAt(both.twice) : null
  const before = textOf(conflict, 'base')
  const answers = [
    'mine' as const,
    'theirs' as const,
    ...(isApart ? (['now'] as const) : []),
    ...(both === null ? [] : (['both'] as const)),
  ]
  return (
    <fieldset className={styles['field']}>
      {chosen === undefined && <MarginBar state="conflict" className={styles['bar']} />}
      <legend className={styles['legend']}>{labelOf(path)}</legend>
      <div className={styles['sides']}>
        <div className={cx(styles['side'], styles['before'])}>
          <span className={styles['name']}>{t('galley:sync.before')}</span>
          <span dir="auto" className={styles['value']}>
            {before ?? <Nothing />}
          </span>
        </div>
        {answers.map((side) => (
          <label key={side} className={cx(styles['side'], chosen === side && styles['chosen'])}>
            <span className={styles['name']}>
              <input
                type="radio"
                name={name}
                checked={chosen === side}
                disabled={side === 'both' && full !== null}
                onChange={() => onChoose(path, side)}
                className={styles['radio']}
              />
              {t(WORDS[side])} {(side === 'mine' || side === 'theirs') && <SideTime at={times[side]} />}
            </span>
            <span dir="auto" className={styles['value']}>
              <SideValue {...props} side={side} before={before} full={full} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type SideValueProps = Pick<ConflictSidesProps, 'conflict' | 'shown' | 'both' | 'textOf'> & {
  side: ConflictAnswer | 'now'
  /** The value before, as text. */
  before: string | null
  /** Most rows of the list, if both do not fit. */
  full: number | null
}

/** The value of one side, with the words marked that differ from before. */
function SideValue({ conflict, shown, both, textOf, side, before, full }: SideValueProps) {
  const { t } = useT()
  if (side === 'both' && both !== null && 'twice' in both)
    return (
      <span className={styles['nothing']}>
        {full === null ? t('galley:sync.bothRows') : t('galley:edit.rows.full', { count: full })}
      </span>
    )
  const together = both !== null && 'value' in both ? both.value : null
  // Both together are shown as one value.
  const text =
    side === 'both'
      ? textOf({ ...conflict, mine: together }, 'mine')
      : side === 'now'
        ? textOf(withNow(shown), 'mine')
        : textOf(conflict, side)
  if (text === null) return <Nothing />
  // A value without a previous one is new as a whole, so no words are marked.
  return before === null ? text : <ChangedWords before={before} text={text} />
}

function Nothing() {
  const { t } = useT()
  return <span className={styles['nothing']}>{t('galley:sync.nothingThere')}</span>
}
