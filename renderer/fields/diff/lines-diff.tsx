import { UnfoldVertical } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { ChangedCharacters } from '../../ui/text-change/changed-words.tsx'
import { diffCharacters } from '../../ui/text-change/diff-characters.ts'
import { diffLines, type Line, type LinePair } from '../../ui/text-change/diff-lines.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './lines-diff.module.css'
import type { CodeField, JsonField } from '../../../shared/cms/schema-model.ts'
import type { Json } from '../../../shared/json.ts'
import type { FieldDiffProps } from '../field-module.ts'

type LinesDiffProps = {
  before: string
  after: string
  names?: { before: string; after: string } | undefined
}

/** A diff by line of two texts such as code or JSON. Long runs of equal lines are folded. */
export function LinesDiff({ before, after, names }: LinesDiffProps) {
  const { t } = useT()
  const groups = useMemo(() => foldSame(diffLines(before, after)), [before, after])
  const words = names ?? { before: t('galley:sync.before'), after: t('galley:sync.added') }
  return (
    <div className={styles['around']} dir="ltr">
      <div className={styles['lines']}>
        {groups.map((group, at) =>
          group.isFolded ? (
            <Folded key={`${at}`} pairs={group.pairs} words={words} />
          ) : (
            <Pairs key={`${at}`} pairs={group.pairs} words={words} />
          ),
        )}
      </div>
    </div>
  )
}

/** Number of equal lines that stay visible around a difference. */
const AROUND = 3
/** Fewest equal lines that are folded. */
const FOLDED = 3

type Group = { pairs: LinePair[]; isFolded: boolean }

function foldSame(pairs: LinePair[]): Group[] {
  const isNear = pairs.map(() => false)
  pairs.forEach(({ isSame }, at) => {
    if (!isSame) isNear.fill(true, Math.max(0, at - AROUND), at + AROUND + 1)
  })
  const groups: Group[] = []
  pairs.forEach((pair, at) => {
    const isFolded = isNear[at] !== true
    const last = groups.at(-1)
    if (last?.isFolded === isFolded) last.pairs.push(pair)
    else groups.push({ pairs: [pair], isFolded })
  })
  // Without any difference nothing is folded.
  const isAllSame = groups.length === 1
  return groups.map((group) => ({
    ...group,
    isFolded: group.isFolded && !isAllSame && group.pairs.length >= FOLDED,
  }))
}

type SideWords = { before: string; after: string }

function Folded({ pairs, words }: { pairs: LinePair[]; words: SideWords }) {
  const { t } = useT()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Pairs pairs={pairs} words={words} />
  return (
    <button type="button" aria-expanded={false} className={styles['fold']} onClick={() => setOpen(true)}>
      <Icon icon={UnfoldVertical} size="small" />
      {t('galley:compare.sameLines', { count: pairs.length })}
    </button>
  )
}

/** Most lines that are drawn first; the button adds as many again. */
const AT_ONCE = 300
/** Most pairs of characters that are compared within one pair of lines. */
const PAIRS_OF_A_LINE = 50_000

function Pairs({ pairs, words }: { pairs: LinePair[]; words: SideWords }) {
  const { t } = useT()
  const [drawn, setDrawn] = useState(AT_ONCE)
  return (
    <>
      {pairs.slice(0, drawn).map((pair, at) => (
        <Pair key={`${at}`} pair={pair} words={words} />
      ))}
      {pairs.length > drawn && (
        <button type="button" className={styles['fold']} onClick={() => setDrawn(drawn + AT_ONCE)}>
          <Icon icon={UnfoldVertical} size="small" />
          {t('galley:compare.moreLines', { count: pairs.length - drawn })}
        </button>
      )}
    </>
  )
}

const Pair = memo(function Pair({
  pair: { before, after, isSame },
  words,
}: {
  pair: LinePair
  words: SideWords
}) {
  const pieces = useMemo(
    () => (isSame ? null : diffCharacters(before?.text ?? '', after?.text ?? '', PAIRS_OF_A_LINE)),
    [isSame, before, after],
  )
  const side = (line: Line | null, sign: 'add' | 'del') => (
    <div className={cx(styles['side'], !isSame && (line === null ? styles['nothing'] : styles[sign]))}>
      {line !== null && (
        <>
          <span aria-hidden="true" className={styles['number']}>
            {line.number}
          </span>
          {!isSame && <VisuallyHidden>{sign === 'del' ? words.before : words.after}: </VisuallyHidden>}
          <span className={styles['text']}>
            {pieces === null ? (
              line.text
            ) : (
              <ChangedCharacters pieces={sign === 'del' ? pieces.before : pieces.after} sign={sign} />
            )}
          </span>
        </>
      )}
    </div>
  )
  return (
    <div className={cx(styles['pair'], isSame && styles['same'])}>
      {side(before, 'del')}
      {side(after, 'add')}
    </div>
  )
})

/** A diff of code or JSON values, by line. */
export function CodeDiff({ field, before, after, names }: FieldDiffProps<CodeField | JsonField>) {
  const textOf = (value: Json): string =>
    value === null
      ? ''
      : field.type === 'code' && typeof value === 'string'
        ? value
        : JSON.stringify(value, null, 2)
  return <LinesDiff before={textOf(before)} after={textOf(after)} names={names} />
}
