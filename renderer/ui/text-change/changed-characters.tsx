import type { TextPiece } from './diff-characters.ts'
import marks from './word-marks.module.css'

/** One side of two texts: what the other one does not have is struck, or underlined. */
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
