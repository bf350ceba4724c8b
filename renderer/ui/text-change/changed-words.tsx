import { diffWords } from './diff-words.ts'
import marks from './word-marks.module.css'
import type { TextPiece } from './diff-characters.ts'

/** A text with marks at the words that are new, and at those that are gone. */
export function ChangedWords({ before, text }: { before: string; text: string }) {
  const pieces = piecesOf(before, text)
  // Without a shared word nothing is marked.
  if (!pieces.some((piece) => piece.kind === 'same' && /[\p{L}\p{N}]/u.test(piece.words))) return text
  return pieces.map(({ kind, words, at }) =>
    kind === 'same' ? (
      words
    ) : kind === 'added' ? (
      <ins key={`+${String(at)}`} className={marks['marked']}>
        {words}
      </ins>
    ) : (
      <del key={`-${String(at)}`} className={marks['marked']}>
        {words}
      </del>
    ),
  )
}

/** `at`: position in its own text. */
type Piece = { kind: 'same' | 'added' | 'removed'; words: string; at: number }

function piecesOf(before: string, text: string): Piece[] {
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], words: string, at: number): void => {
    const last = pieces.at(-1)
    if (words === '') return
    if (last?.kind === kind) last.words += words
    else pieces.push({ kind, words, at })
  }
  let [was, is] = [0, 0]
  const end = { before: before.length, after: text.length, length: 0 }
  for (const kept of [...diffWords(before, text).kept, end]) {
    add('removed', before.slice(was, kept.before), was)
    add('added', text.slice(is, kept.after), is)
    add('same', text.slice(kept.after, kept.after + kept.length), kept.after)
    was = kept.before + kept.length
    is = kept.after + kept.length
  }
  return pieces
}

/** One of two compared texts, with marks at what the other lacks: struck for `del`, underlined for `add`. */
export function ChangedCharacters({ pieces, sign }: { pieces: readonly TextPiece[]; sign: 'add' | 'del' }) {
  const Mark = sign === 'add' ? 'ins' : 'del'
  return pieces.map(({ isShared, text, at }) =>
    isShared ? (
      text
    ) : (
      <Mark key={at} className={marks['marked']}>
        {text}
      </Mark>
    ),
  )
}
