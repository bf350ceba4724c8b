import { type ReactNode, useMemo } from 'react'
import type { FieldWithValue } from '../../../shared/fields/field-type.ts'
import { isBlank } from '../../../shared/fields/value-rules.ts'
import type { Json } from '../../../shared/json.ts'
import { comparedBy, diffText, wholeValue } from '../diff-text.ts'
import { canEdit, type ValueContext } from '../field-module.ts'
import { SameSides, DiffSides } from './diff-sides.tsx'
import { ChangedCharacters } from '../../ui/text-change/changed-words.tsx'
import { diffCharacters } from '../../ui/text-change/diff-characters.ts'

type ValueDiffProps = {
  /** Null: the field of the value is unknown. */
  field: FieldWithValue | null
  before: Json
  after: Json
  isSame: boolean
  /** Value context of each side: values next to it, such as a date's time zone, may differ too. */
  words: { before: ValueContext; after: ValueContext }
  dir?: 'ltr' | 'rtl' | undefined
}

/** Two values of one field side by side: compared by the field's type, else as texts. */
export function ValueDiff({ field, before, after, isSame, words, dir }: ValueDiffProps): ReactNode {
  const own = comparedBy('Diff', words.after.modules, field, before, after)
  if (own !== null && !(isBlank(before) && isBlank(after)))
    return <own.Part field={own.field} before={before} after={after} context={words.after} />
  const [old, now] = [textOf(field, before, words.before), textOf(field, after, words.after)]
  if (isSame) return <SameSides>{now === null ? null : <span dir={dir ?? 'auto'}>{now}</span>}</SameSides>
  // Different values with the same text are shown as stored.
  const [from, to] = old === now ? [before, after].map(asStored) : [old, now]
  return <TextDiff before={from ?? null} after={to ?? null} dir={dir} />
}

/**
 * Returns the text of a value; the stored value if the field cannot edit it, since the field may have changed
 * since.
 */
function textOf(field: FieldWithValue | null, value: Json, context: ValueContext): string | null {
  if (isBlank(value)) return null
  const isOdd = field === null || !canEdit(context.modules, field, value)
  return isOdd ? wholeValue(value) : diffText(field, value, context)
}

function asStored(value: Json): string | null {
  return value === null ? null : JSON.stringify(value, null, 2)
}

type TextDiffProps = {
  /** Null: the value is empty on that side. */
  before: string | null
  after: string | null
  names?: { before: string; after: string } | undefined
  dir?: 'ltr' | 'rtl' | undefined
}

/** A diff of two texts by character. */
function TextDiff({ before, after, names, dir }: TextDiffProps) {
  const pieces = useMemo(() => diffCharacters(before ?? '', after ?? ''), [before, after])
  const side = (text: string | null, sign: 'add' | 'del') =>
    text === null ? null : (
      <span dir={dir ?? 'auto'}>
        <ChangedCharacters pieces={sign === 'del' ? pieces.before : pieces.after} sign={sign} />
      </span>
    )
  return <DiffSides before={side(before, 'del')} after={side(after, 'add')} names={names} />
}
