import styles from './changed-words.module.css'
import { changedPart } from './changed-part.ts'

/** A text with the words marked that are new to the one that it was made of. */
export function ChangedWords({ before, text }: { before: string; text: string }) {
  const { from, insert } = changedPart(before, text)
  const start = wordStart(text, from)
  const end = wordEnd(text, from + insert.length)
  // Where nothing is shared there is nothing to mark.
  if (insert === '' || (start === 0 && end === text.length)) return text
  return (
    <>
      {text.slice(0, start)}
      <ins className={styles['changed']}>{text.slice(start, end)}</ins>
      {text.slice(end)}
    </>
  )
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at))

/** Within a word marks begin where the word does; between words they are where they are. */
function wordStart(text: string, from: number): number {
  let at = from
  if (!/[\p{L}\p{N}]/u.test(text.charAt(from))) return at
  while (at > 0 && !isSpace(text, at - 1)) at -= 1
  return at
}

function wordEnd(text: string, to: number): number {
  let at = to
  if (!/[\p{L}\p{N}]/u.test(text.charAt(to - 1))) return at
  while (at < text.length && /[\p{L}\p{N}]/u.test(text.charAt(at))) at += 1
  return at
}
