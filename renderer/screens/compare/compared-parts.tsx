import { Fragment, memo, useId, useMemo, type ReactNode } from 'react'
import { rowFields } from '../../../shared/cms/fields.ts'
import type {
  ComparedGroup,
  ComparedPart,
  ComparedRow,
  ComparedRows,
  ComparedValue,
} from '../../../shared/document/compare/compared.ts'
import { rowLabel } from '../../../shared/document/row-label.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { ValueDiff } from '../../fields/diff/value-diff.tsx'
import { rowsLabels } from '../../fields/rows/row-labels.ts'
import { wordsAt } from '../../fields/words-at.ts'
import { useT } from '../../i18n/use-t.ts'
import { CollapsibleBox } from '../../ui/collapsible-box/collapsible-box.tsx'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { Pill } from '../../ui/pill/pill.tsx'
import { ChangeTag, groupLabel, rowLabelText, rowTags, valueLabel } from './part-words.tsx'
import { useCompare } from './compare-context.tsx'
import styles from './compare.module.css'
import { TakeButton } from './take/take-button.tsx'
import { MoreParts, useDrawn, WhenNear } from './drawn-parts.tsx'

/** Estimated height of a field in rem. */
const FIELD_REM = 5
/** Parts of a list in the first frame; the others follow right after it. */
const FIRST = 12

/** The parts of two compared documents. Heads are drawn in steps (`useDrawn`), bodies only near the screen. */
export const ComparedParts = memo(function ComparedParts({ parts }: { parts: readonly ComparedPart[] }) {
  const drawn = useDrawn(parts, FIRST)
  return (
    <div className={styles['parts']}>
      {drawn.parts.map((part) => (
        <Part key={part.key} part={part} />
      ))}
      <MoreParts of={drawn} />
    </div>
  )
})

function Part({ part }: { part: ComparedPart }): ReactNode {
  switch (part.kind) {
    case 'value':
      return <ValuePart part={part} />
    case 'group':
      return <GroupPart part={part} />
    case 'rows':
      return <RowsPart part={part} />
    default:
      return part satisfies never
  }
}

function ValuePart({ part }: { part: ComparedValue }) {
  const words = useT()
  const id = useId()
  const { entity, before, after, values } = useCompare()
  const { siteLocales } = useContentLocale()
  const sides = useMemo(
    () => ({
      before: wordsAt(values, { fields: entity.fields, data: before }, part),
      after: wordsAt(values, { fields: entity.fields, data: after }, part),
    }),
    [values, entity, before, after, part],
  )
  const text = valueLabel(part, words)
  return (
    <div
      {...(text !== '' && { role: 'group', 'aria-labelledby': id })}
      data-part={part.key}
      tabIndex={-1}
      className={styles['value']}
    >
      {text !== '' && (
        <div className={styles['label']}>
          <p id={id} className={styles['label-text']}>
            <span>{text}</span> {part.locale !== null && <LocaleBadge code={part.locale} />}
          </p>
          <TakeButton part={part} name={text} />
        </div>
      )}
      <WhenNear height="2.25rem">
        {() => (
          <ValueDiff
            field={part.field}
            before={part.before}
            after={part.after}
            isSame={part.changed === 0}
            words={sides}
            dir={siteLocales.find(({ code }) => code === part.locale)?.dir}
          />
        )}
      </WhenNear>
    </div>
  )
}

function GroupPart({ part }: { part: ComparedGroup }) {
  const words = useT()
  return (
    <Fold
      part={part}
      name={groupLabel(part, words)}
      closed={part.changed > 0 && words.t('version:changedFieldsCount', { count: part.changed })}
    >
      <ComparedParts parts={part.parts} />
    </Fold>
  )
}

function RowsPart({ part }: { part: ComparedRows }) {
  const { t, label } = useT()
  const { field, rows, differing, total } = part
  const drawn = useDrawn(rows, FIRST)
  const plural = label(rowsLabels(field, t).plural) || t('general:rows')
  return (
    <Fold
      part={part}
      name={label(field.label) || field.name}
      end={<TakeButton part={part} name={label(field.label) || field.name} />}
      note={differing > 0 && t('galley:compare.rowsDiffer', { count: differing, total })}
    >
      {rows.length === 0 ? (
        <p className={styles['quiet']}>{t('version:noRowsFound', { label: plural })}</p>
      ) : (
        <div className={styles['rows']}>
          {drawn.parts.map((row) => (
            <Row key={row.key} row={row} />
          ))}
          <MoreParts of={drawn} />
        </div>
      )}
    </Fold>
  )
}

function Row({ row }: { row: ComparedRow }) {
  const id = useId()
  const words = useT()
  const { values, locale } = useCompare()
  const { field, block, blockType, parts } = row
  const data = row.after ?? row.before ?? {}
  const name = rowLabel(values.types, rowFields(field, data), data, values, row.locale ?? locale)
  const head = (
    <>
      <span className={styles['number']}>{rowLabelText(row, words)}</span>{' '}
      {blockType !== null && <Pill>{words.label(block?.labels.singular ?? null) || blockType}</Pill>}{' '}
      {rowTags(row).map((tag) => (
        <Fragment key={tag.kind}>
          <ChangeTag tag={tag} />{' '}
        </Fragment>
      ))}
      {name !== '' && <bdi className={styles['name']}>{name}</bdi>}
    </>
  )
  const isLost = field.type === 'blocks' && block === null
  const end = <TakeButton part={row} name={rowLabelText(row, words)} />
  if (parts.length === 0 && !isLost)
    return (
      <div role="group" aria-labelledby={id} data-part={row.key} tabIndex={-1} className={styles['row-head']}>
        <span id={id} className={styles['row-words']}>
          {head}
        </span>
        {end}
      </div>
    )
  return (
    <Fold part={row} name={head} end={end}>
      {isLost && (
        <p className={styles['lost']}>
          {words.t('galley:edit.rows.unknownBlock', { type: blockType ?? '' })}
        </p>
      )}
      <WhenNear height={`${parts.length * FIELD_REM}rem`}>{() => <ComparedParts parts={parts} />}</WhenNear>
    </Fold>
  )
}

type FoldProps = {
  part: { key: string; locale: string | null; kind: ComparedPart['kind'] | 'row' }
  name: ReactNode
  /** Shown next to the name: `note` always, `closed` only while folded. */
  note?: ReactNode
  closed?: ReactNode
  /** Shown at the end of the head. */
  end?: ReactNode
  children: ReactNode
}

function Fold({ part: { key, locale, kind }, name, note, closed, end, children }: FoldProps) {
  const { folded, fold } = useCompare()
  const id = useId()
  const isOpen = !folded.has(key)
  return (
    <div role="group" aria-labelledby={id} data-part={key} tabIndex={-1} className={styles['fold']}>
      <CollapsibleBox
        open={isOpen}
        onOpenChange={(open) => fold([key], !open)}
        end={end}
        label={
          <span className={styles['head']}>
            <span id={id} className={styles['fold-name']}>
              {locale !== null && kind !== 'row' && <LocaleBadge code={locale} />} {name}
            </span>{' '}
            {note !== undefined && note !== false && <span className={styles['note']}>{note}</span>}
            {!isOpen && closed !== undefined && closed !== false && (
              <span className={styles['note']}>{closed}</span>
            )}
          </span>
        }
      >
        {children}
      </CollapsibleBox>
    </div>
  )
}
