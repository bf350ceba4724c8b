import { elementNode, paragraphNode } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { fencesIn, numberRunsIn } from '../../../../shared/fields/richText/markdown-lines.ts'
import { findAddresses } from '../../../../shared/fields/richText/addresses.ts'
import { addressFields } from '../links/link-node.ts'
import { textNode } from './html-inline.ts'

export type PlainOptions = {
  /** Bits of the format at the caret, which the text gets. */
  format: number
  /** True if addresses become links. */
  autoLinks: boolean
}

/**
 * Converts plain text to nodes, inline ones for a single line. Empty lines separate paragraphs with line
 * breaks; without any, each line is a paragraph.
 */
export function fromPlain(text: string, options: PlainOptions): Json[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  while (lines.length > 1 && lines.at(-1) === '') {
    lines.pop()
  }
  const [only, ...others] = lines
  if (only !== undefined && others.length === 0) return lineNodes(only, options)
  if (!lines.some((line) => line.trim() === ''))
    return lines.map((line) => paragraphNode(lineNodes(line, options)))
  const paragraphs: Json[][] = [[]]
  for (const line of lines) {
    const last = paragraphs.at(-1)
    if (last === undefined || line.trim() === '') paragraphs.push([])
    else {
      if (last.length > 0) last.push({ type: 'linebreak', version: 1 })
      for (const node of lineNodes(line, options)) last.push(node)
    }
  }
  return paragraphs.filter((one) => one.length > 0).map((one) => paragraphNode(one))
}

function lineNodes(line: string, { format, autoLinks }: PlainOptions): JsonObject[] {
  const nodes: JsonObject[] = []
  const words = (text: string): void => {
    for (const [at, part] of text.split('\t').entries()) {
      if (at > 0) nodes.push({ ...textNode('\t', 0), type: 'tab', detail: 2 })
      if (part !== '') nodes.push(textNode(part, format))
    }
  }
  let last = 0
  for (const { index, text, url } of autoLinks ? findAddresses(line) : []) {
    words(line.slice(last, index))
    last = index + text.length
    nodes.push({
      ...elementNode('autolink', [textNode(text, format)]),
      version: 2,
      fields: addressFields(url),
    })
  }
  words(line.slice(last))
  return nodes
}

/**
 * One match marks a text as Markdown. Leading spaces are matched without line ends, since `^` matches behind
 * each of those, too.
 */
const CLEAR = [
  /^#{1,6}[ \t\u00a0]+\S/m,
  /^[ \t\u00a0]*[-*+]\s\[[ xX]\]\s/m,
  /\[[^[\]\n]+\]\([^()\s]+\)/,
  /(?<!\w)\*\*\S[^*\n]*\*\*/,
]
/** These patterns also occur in other texts, so two matches are needed. */
const LIKELY = [/^[ \t\u00a0]*[-*+][ \t\u00a0]+\S/gm, /^>[ \t\u00a0]+\S/gm]
/** Four digits at the start of a line are a year or a count, not the number of a list item. */
const LONG_NUMBER = /^\s*\d{4}/
/** Lines of programs and data. */
const CODE =
  /[;{}]\s*$|^\s*(?:import|export|const|let|var|function|def|class|return|if|for|while|#include|<\/?\w)\b/

/** True if a plain text is meant as Markdown. In doubt false, which keeps the text as it was written. */
export function looksLikeMarkdown(text: string): boolean {
  const all = text.split('\n')
  const fences = fencesIn(all)
  const lines = outsideOf(fences, all).filter((line) => line.trim() !== '')
  if (lines.filter((line) => CODE.test(line)).length > lines.length / 5) return false
  return (
    fences.size > 0 ||
    CLEAR.some((sign) => sign.test(text)) ||
    LIKELY.some((sign) => (text.match(sign)?.length ?? 0) >= 2) ||
    numberRunsIn(lines).some((run) => run.length >= 2 && !LONG_NUMBER.test(lines[run[0] ?? 0] ?? ''))
  )
}

/** Returns the lines outside of code fences. */
function outsideOf(fences: ReadonlyMap<number, number>, lines: readonly string[]): string[] {
  let end = -1
  return lines.filter((_line, index) => {
    end = fences.get(index) ?? end
    return index > end
  })
}
