import type { WrittenItem } from './lists.ts'

/** Spaces per level of a list (S9.15). */
export const LIST_INDENT = 4

/** Starts of a line that begin a block of Markdown, pasted or typed in an empty block (S9.15). */
export const MARKDOWN_STARTS = {
  heading: /^(#{1,6})\s/,
  quote: /^>\s/,
  rule: /^(?:---|\*\*\*|___)\s*$/,
  check: /^(\s*)(?:[-*+]\s)?\s?\[([ xX])?\]\s/,
  bullet: /^(\s*)[-*+]\s/,
  number: /^(\s*)(\d{1,9})\.\s/,
} as const

/** The level of a list item, by the spaces before it (S9.15). */
export function levelOfSpaces(spaces: string): number {
  return Math.floor(spaces.replaceAll('\t', ' '.repeat(LIST_INDENT)).length / LIST_INDENT)
}

export function readItem(line: string): (WrittenItem & { text: string }) | null {
  const check = MARKDOWN_STARTS.check.exec(line)
  const number = MARKDOWN_STARTS.number.exec(line)
  const found = check ?? number ?? MARKDOWN_STARTS.bullet.exec(line)
  if (found === null) return null
  return {
    type: check ? 'check' : number ? 'number' : 'bullet',
    level: Math.min(levelOfSpaces(found[1] ?? ''), 20),
    start: check === null && number !== null ? Number(number[2]) : 1,
    checked: check !== null && check[2]?.toLowerCase() === 'x',
    text: line.slice(found[0].length),
  }
}

/**
 * The numbered lines that form lists, as line indexes per list. A list whose numbers do not count up by one
 * is left out: `6. January` behind `1. January` is a date (F98). `ones`: each number may also be 1, as in
 * Markdown.
 */
export function numberRunsIn(lines: readonly string[], { ones = false } = {}): number[][] {
  const runs: number[][] = []
  /** The open list of each level; `last` NaN: its numbers do not count up. */
  const open = new Map<number, { indexes: number[]; last: number }>()
  const end = (from: number): void => {
    for (const [level, { indexes, last }] of open)
      if (level >= from) {
        open.delete(level)
        if (!Number.isNaN(last)) runs.push(indexes)
      }
  }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const item = readItem(line)
    end(item === null ? 0 : item.type === 'number' ? item.level + 1 : item.level)
    if (item?.type !== 'number') continue
    const run = open.get(item.level)
    if (run === undefined) open.set(item.level, { indexes: [index], last: item.start })
    else {
      run.indexes.push(index)
      const isNext = item.start === run.last + 1 || (ones && item.start === 1 && run.last === 1)
      run.last = isNext ? item.start : NaN
    }
  }
  end(0)
  return runs
}

/** Three or more of a mark, and behind it the language of the code. */
const FENCE = /^[ \t]*(`{3,}|~{3,})/

type Fence = { index: number; mark: string; length: number; info: string }

/** Fenced code: the index of the closing line by that of the opening line. Unclosed fences are left out. */
export function fencesIn(lines: readonly string[]): Map<number, number> {
  const found = new Map<number, number>()
  const fences = lines.flatMap((line, index): Fence[] => {
    const [before = '', marks = ''] = FENCE.exec(line) ?? []
    const info = line.slice(before.length).trim()
    return marks === '' ? [] : [{ index, mark: marks.charAt(0), length: marks.length, info }]
  })
  /**
   * The length of the shortest unclosed fence, by mark: a fence of that length or longer is not closed
   * either.
   */
  const unclosed = new Map<string, number>()
  let end = -1
  for (const [at, { index, mark, length, info }] of fences.entries()) {
    if (index <= end || (mark === '`' && info.includes('`'))) continue
    if (length >= (unclosed.get(mark) ?? Infinity)) continue
    let closing = at + 1
    while (closing < fences.length && !closes(fences[closing], mark, length)) closing += 1
    end = fences[closing]?.index ?? end
    if (closing < fences.length) found.set(index, end)
    else unclosed.set(mark, length)
  }
  return found
}

function closes(fence: Fence | undefined, mark: string, length: number): boolean {
  return fence?.mark === mark && fence.length >= length && fence.info === ''
}
