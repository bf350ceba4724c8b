import { useMemo } from 'react'
import { ChangedCharacters } from '../../ui/text-change/changed-characters.tsx'
import { diffCharacters } from '../../ui/text-change/diff-characters.ts'
import { DiffSides } from './diff-sides.tsx'

type TextDiffProps = {
  /** Null: that side has nothing. */
  before: string | null
  after: string | null
  names?: { before: string; after: string } | undefined
  dir?: 'ltr' | 'rtl' | undefined
}

/** Two texts, with the characters marked that only one of them has. */
export function TextDiff({ before, after, names, dir }: TextDiffProps) {
  const pieces = useMemo(() => diffCharacters(before ?? '', after ?? ''), [before, after])
  const side = (text: string | null, sign: 'add' | 'del') =>
    text === null ? null : (
      <span dir={dir ?? 'auto'}>
        <ChangedCharacters pieces={sign === 'del' ? pieces.before : pieces.after} sign={sign} />
      </span>
    )
  return <DiffSides before={side(before, 'del')} after={side(after, 'add')} names={names} />
}
