import { useId, useMemo, useState, type ReactNode } from 'react'
import type { RichTextEditor, RichTextField } from '../../../shared/cms/schema-model.ts'
import type { Conflict } from '../../../shared/document/change.ts'
import type { ConflictAnswer, ConflictSide } from '../../../shared/document/conflict-choice.ts'
import { nodeSchema, type NodeSchema } from '../../../shared/fields/richText/merge-fields.ts'
import {
  canKeepBoth,
  mergeRichText,
  type RichTextConflict as Part,
} from '../../../shared/fields/richText/merge-rich-text.ts'
import type { FieldConflictProps } from '../../fields/field-module.ts'
import { wholeValue } from '../../fields/diff-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { RichTextDiff } from '../diff/rich-text-diff.tsx'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { MarginBar } from '../../ui/margin-bar/margin-bar.tsx'
import choices from '../../ui/conflict-sides/conflict-sides.module.css'
import { PassageSide } from './passage-side.tsx'
import styles from './rich-text-conflict.module.css'
import { SideTime } from '../../ui/conflict-sides/side-time.tsx'

const SIDES = ['mine', 'theirs'] as const

/**
 * The choice in a rich text that both sides changed: per passage that both changed (all else is merged), or
 * one of the whole texts, or both texts if that is possible (SY7).
 */
export function RichTextConflict({
  field,
  conflict,
  canTakeBoth,
  label,
  context,
  chosen,
  onChoose,
  times,
}: FieldConflictProps<RichTextField>) {
  const config = field.editor
  const { base, mine, theirs } = conflict
  const { t } = useT()
  const id = useId()
  const schema = useMemo(() => nodeSchema(config, context.types), [config, context.types])
  const parts = useMemo(
    () => mergeRichText(base, mine, theirs, undefined, schema)?.conflicts ?? [],
    [base, mine, theirs, schema],
  )
  const sides = typeof chosen === 'object' ? chosen.parts : parts.map(() => null)
  const isOpen = chosen === undefined || (typeof chosen === 'object' && sides.includes(null))
  const names = { before: t('galley:sync.yours'), after: t('galley:sync.theirs') }
  return (
    <fieldset className={choices['field']}>
      {isOpen && <MarginBar state="conflict" className={choices['bar']} />}
      <legend className={choices['legend']}>{label}</legend>
      {parts.length > 0 && (
        <Passages
          parts={parts}
          group={id}
          config={config}
          context={context}
          sides={sides}
          isWhole={typeof chosen === 'string'}
          onChoose={(at, side) => onChoose({ parts: sides.with(at, side) })}
          times={times}
        />
      )}
      <WholeChoice
        group={`${id}-whole`}
        hasPassages={parts.length > 0}
        canTakeBoth={canTakeBoth}
        chosen={chosen}
        onChoose={onChoose}
        times={times}
      />
      <Unfolding
        // Without passages only the whole texts can be chosen, so they are shown.
        isOpen={parts.length === 0}
        show={t('galley:rich-text-diff.bothShow')}
        hide={t('galley:rich-text-diff.bothHide')}
      >
        {() => <RichTextDiff before={mine} after={theirs} names={names} config={config} context={context} />}
      </Unfolding>
      {!isOpen && parts.length > 0 && typeof chosen === 'object' && (
        <Unfolding show={t('galley:rich-text-diff.mergedShow')} hide={t('galley:rich-text-diff.mergedHide')}>
          {() => (
            <RichTextDiff
              before={theirs}
              after={mergedBy(conflict, sides, schema)}
              names={{ before: names.after, after: t('galley:rich-text-diff.merged') }}
              config={config}
              context={context}
            />
          )}
        </Unfolding>
      )}
    </fieldset>
  )
}

function mergedBy(
  { base, mine, theirs }: Conflict,
  sides: readonly (ConflictAnswer | null)[],
  schema: NodeSchema | null,
): Conflict['mine'] {
  const left = [...sides]
  return mergeRichText(base, mine, theirs, () => left.shift() ?? 'mine', schema)?.value ?? mine
}

type PassagesProps = Pick<FieldConflictProps, 'context' | 'times'> & {
  parts: readonly Part[]
  /** The beginning of the names of the radio buttons. */
  group: string
  config: RichTextEditor | null
  sides: readonly (ConflictAnswer | null)[]
  /** True if one of the texts was chosen as a whole. */
  isWhole: boolean
  onChoose: (at: number, side: ConflictAnswer) => void
}

/** The passages that both sides changed, with the number of open choices. */
function Passages({ parts, group, config, context, sides, isWhole, onChoose, times }: PassagesProps) {
  const { t } = useT()
  const open = sides.filter((side) => side === null).length
  return (
    <>
      <p className={styles['intro']}>{t('galley:rich-text-diff.intro', { count: parts.length })}</p>
      {parts.map((part, at) => (
        <Passage
          key={`${at}`}
          part={part}
          name={t('galley:rich-text-diff.passage', { at: at + 1, total: parts.length })}
          group={`${group}-${at}`}
          config={config}
          context={context}
          side={sides[at] ?? null}
          onChoose={(side) => onChoose(at, side)}
          times={times}
        />
      ))}
      {parts.length > 1 && (
        <p role="status" className={styles['intro']}>
          {isWhole
            ? ''
            : open > 0
              ? t('galley:rich-text-diff.partsToDecide', { open, total: parts.length })
              : t('galley:rich-text-diff.partsDecided')}
        </p>
      )}
    </>
  )
}

type WholeChoiceProps = Pick<FieldConflictProps, 'canTakeBoth' | 'chosen' | 'onChoose' | 'times'> & {
  /** Name of the radio buttons. */
  group: string
  hasPassages: boolean
}

/** The choice of one of the two texts as a whole, or of both. */
function WholeChoice({ group, hasPassages, canTakeBoth, chosen, onChoose, times }: WholeChoiceProps) {
  const { t } = useT()
  return (
    <fieldset className={styles['whole']}>
      <legend className={styles['intro']}>
        {hasPassages ? t('galley:rich-text-diff.wholeTitle') : t('galley:rich-text-diff.wholeOnly')}{' '}
        {t('galley:rich-text-diff.wholeNote')}
      </legend>
      {SIDES.map((side) => (
        <label key={side} className={cx(styles['one'], chosen === side && styles['chosen'])}>
          <input
            type="radio"
            name={group}
            checked={chosen === side}
            onChange={() => onChoose(side)}
            className={choices['radio']}
          />
          {t(side === 'mine' ? 'galley:rich-text-diff.wholeMine' : 'galley:rich-text-diff.wholeTheirs')}{' '}
          <SideTime at={times[side]} />
        </label>
      ))}
      {canTakeBoth && (
        <label className={cx(styles['one'], chosen === 'both' && styles['chosen'])}>
          <input
            type="radio"
            name={group}
            checked={chosen === 'both'}
            onChange={() => onChoose('both')}
            className={choices['radio']}
          />
          {t('galley:rich-text-diff.wholeBoth')}
        </label>
      )}
    </fieldset>
  )
}

type PassageProps = Pick<FieldConflictProps, 'context' | 'times'> & {
  config: RichTextEditor | null
  part: Part
  name: string
  group: string
  side: ConflictAnswer | null
  onChoose: (side: ConflictAnswer) => void
}

/** One passage: its base, and the version of each side. */
function Passage({ part, name, group, config, context, side, onChoose, times }: PassageProps) {
  const { t } = useT()
  return (
    <fieldset className={styles['passage']}>
      <legend className={styles['name']}>
        {part.kind === 'root' ? `${name}: ${t('galley:rich-text-diff.ofText', { key: part.key })}` : name}
      </legend>
      <div className={choices['sides']}>
        <div className={cx(choices['side'], choices['before'])}>
          <span className={choices['name']}>{t('galley:sync.before')}</span>
          <Value part={part} of="base" config={config} context={context} />
        </div>
        {SIDES.map((one) => (
          <div key={one} className={cx(choices['side'], side === one && choices['chosen'])}>
            <label className={choices['name']}>
              <input
                type="radio"
                name={group}
                checked={side === one}
                onChange={() => onChoose(one)}
                aria-describedby={`${group}-${one}`}
                className={choices['radio']}
              />
              {t(one === 'mine' ? 'galley:sync.yours' : 'galley:sync.theirs')} <SideTime at={times[one]} />
            </label>
            <div id={`${group}-${one}`} className={styles['value']}>
              <Value part={part} of={one} config={config} context={context} />
            </div>
          </div>
        ))}
        {canKeepBoth(part) && (
          <label className={cx(choices['side'], side === 'both' && choices['chosen'])}>
            <span className={choices['name']}>
              <input
                type="radio"
                name={group}
                checked={side === 'both'}
                onChange={() => onChoose('both')}
                className={choices['radio']}
              />
              {t('galley:sync.both')}
            </span>
            <span className={choices['nothing']}>{t('galley:sync.bothOrder')}</span>
          </label>
        )}
      </div>
    </fieldset>
  )
}

function Value({
  part,
  of,
  config,
  context,
}: Pick<PassageProps, 'part' | 'config' | 'context'> & { of: ConflictSide | 'base' }) {
  const value = part[of]
  return part.kind === 'root' ? (
    wholeValue(value)
  ) : (
    <PassageSide
      base={of === 'base' ? null : part.base}
      node={value}
      isBase={of === 'base'}
      config={config}
      context={context}
    />
  )
}

/** Content that is rendered only while unfolded. */
function Unfolding({
  isOpen = false,
  show,
  hide,
  children,
}: {
  isOpen?: boolean
  show: string
  hide: string
  children: () => ReactNode
}) {
  const [open, setOpen] = useState(isOpen)
  return (
    <div className={styles['unfolding']}>
      <Button variant="quiet" size="row" onPress={() => setOpen((before) => !before)}>
        {open ? hide : show}
      </Button>
      {open && children()}
    </div>
  )
}
