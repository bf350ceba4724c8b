import { ArrowUpDown, UnfoldVertical } from 'lucide-react'
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import { diffRichText, type NodeDifference } from '../../../shared/fields/richText/diff-nodes.ts'
import { topNodes } from '../../../shared/fields/richText/nodes.ts'
import { showNodes } from '../../../shared/fields/richText/show.ts'
import type { Json } from '../../../shared/json.ts'
import type { ValueContext } from '../../fields/field-module.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { LOADERS, Shimmer } from '../../ui/skeleton/skeleton.tsx'
import { ChangedSide } from '../../ui/text-change/changed-side.tsx'
import { ChangeList, Passage } from './passage.tsx'
import { compareNodes } from './node-changes.ts'
import styles from './rich-text-diff.module.css'

type RichTextDiffProps = {
  before: Json
  after: Json
  /** The site's editor; null: not known. */
  config: RichTextEditor | null
  context: ValueContext
  /** Names of the two texts; by default before and after. */
  names?: { before: string; after: string }
  /** Direction of the texts if their nodes do not say. */
  dir?: 'ltr' | 'rtl' | undefined
}

/**
 * Most top-level nodes of both texts that are compared at once; longer texts are compared after the page is
 * drawn.
 */
const AT_ONCE = 300

/**
 * A diff of two rich texts by passage, side by side or one below the other in a narrow space; runs of equal
 * passages are folded.
 */
export const RichTextDiff = memo(function RichTextDiff(props: RichTextDiffProps) {
  const { before, after } = props
  const isLong = topNodes(before).length + topNodes(after).length > AT_ONCE
  return isLong ? <Later {...props} /> : <Compared {...props} />
})

function Later(props: RichTextDiffProps) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), 0)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? <Compared {...props} /> : <Shimmer height={LOADERS.diffHeight} />
}

function Compared({ before, after, config, context, names, dir }: RichTextDiffProps) {
  const { t } = useT()
  const rows = useMemo(() => foldSame(diffRichText(before, after)), [before, after])
  const titles = names ?? { before: t('galley:sync.before'), after: t('galley:sync.added') }
  const alone = {
    // With names neither text was made of the other, so nothing counts as added or removed.
    before: names
      ? t('galley:rich-text-diff.onlyIn', { name: names.before })
      : t('galley:rich-text-diff.removed'),
    after: names
      ? t('galley:rich-text-diff.onlyIn', { name: names.after })
      : t('galley:rich-text-diff.added'),
  }
  return (
    <div className={styles['around']}>
      <div className={styles['diff']} dir={dir}>
        <div className={styles['titles']} aria-hidden="true">
          <span>{titles.before}</span>
          <span>{titles.after}</span>
        </div>
        {rows.length === 0 && <p className={styles['none']}>{t('galley:rich-text-diff.bothEmpty')}</p>}
        {rows.map((row, index) => (
          <Row key={`${index}`} row={row} titles={titles} alone={alone} config={config} context={context} />
        ))}
      </div>
    </div>
  )
}

type RowProps = {
  row: DiffRow
  titles: { before: string; after: string }
  /** Words for a passage that only one of the texts has. */
  alone: { before: string; after: string }
  config: RichTextEditor | null
  context: ValueContext
}

const Row = memo(function Row({ row, titles, alone, config, context }: RowProps) {
  switch (row.kind) {
    case 'run':
      return <Run nodes={row.nodes} config={config} />
    case 'added':
      return (
        <div className={styles['row']}>
          <div className={styles['empty']} />
          <ChangedSide className={styles['side']} sign="add" words={alone.after}>
            <ins>
              <Passage shown={showNodes([row.node])} config={config} />
            </ins>
          </ChangedSide>
        </div>
      )
    case 'removed':
      return (
        <div className={styles['row']}>
          <ChangedSide className={styles['side']} sign="del" words={alone.before}>
            <del>
              <Passage shown={showNodes([row.node])} config={config} />
            </del>
          </ChangedSide>
          <div className={styles['empty']} />
        </div>
      )
    case 'moved':
      return (
        <div className={styles['row']}>
          <Moved />
          <div className={cx(styles['side'], styles['whole'])}>
            <Passage shown={showNodes([row.node])} config={config} />
          </div>
        </div>
      )
    case 'changed':
      return <Changed row={row} titles={titles} config={config} context={context} />
    default:
      return row satisfies never
  }
})

function Changed({
  row,
  titles,
  config,
  context,
}: Omit<RowProps, 'row' | 'alone'> & { row: Extract<DiffRow, { kind: 'changed' }> }): ReactNode {
  const { t } = useT()
  const { before, after, changes } = useMemo(() => compareNodes(row.before, row.after), [row])
  return (
    <div className={styles['row']}>
      {row.isMoved && <Moved />}
      <ChangedSide
        className={styles['side']}
        sign="del"
        words={`${t('galley:rich-text-diff.changed')} ${titles.before}`}
      >
        <Passage shown={before} config={config} />
      </ChangedSide>
      <ChangedSide className={styles['side']} sign="add" words={titles.after}>
        <Passage shown={after} config={config} />
      </ChangedSide>
      <ChangeList changes={changes} config={config} context={context} />
    </div>
  )
}

function Moved() {
  const { t } = useT()
  return (
    <p className={styles['note']}>
      <Icon icon={ArrowUpDown} size="small" />
      {t('galley:rich-text-diff.moved')}
    </p>
  )
}

/** A folded run of equal passages: their number, and the passages once unfolded. */
function Run({ nodes, config }: { nodes: Json[]; config: RichTextEditor | null }) {
  const { t } = useT()
  const [open, setOpen] = useState(false)
  return (
    <div className={styles['run']}>
      <button
        type="button"
        aria-expanded={open}
        className={styles['fold']}
        onClick={() => setOpen((before) => !before)}
      >
        <Icon icon={UnfoldVertical} size="small" />
        {t('galley:rich-text-diff.same', { count: nodes.length })}
      </button>
      {open && (
        <div className={cx(styles['side'], styles['whole'])}>
          <Passage shown={showNodes(nodes)} config={config} />
        </div>
      )}
    </div>
  )
}

/** One row of two texts side by side: a difference, or a run of equal nodes. */
type DiffRow =
  | { kind: 'run'; nodes: Json[] }
  | { kind: 'moved'; node: Json }
  | { kind: 'changed'; before: Json; after: Json; isMoved: boolean }
  | { kind: 'added' | 'removed'; node: Json }

function foldSame(differences: readonly NodeDifference[]): DiffRow[] {
  const rows: DiffRow[] = []
  for (const one of differences) {
    const last = rows.at(-1)
    if (one.kind === 'added') rows.push({ kind: 'added', node: one.after })
    else if (one.kind === 'removed') rows.push({ kind: 'removed', node: one.before })
    else if (one.kind === 'changed')
      rows.push({ kind: 'changed', before: one.before, after: one.after, isMoved: one.isMoved })
    else if (one.isMoved) rows.push({ kind: 'moved', node: one.after })
    else if (last?.kind === 'run') last.nodes.push(one.after)
    else rows.push({ kind: 'run', nodes: [one.after] })
  }
  return rows
}
