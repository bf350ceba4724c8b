import type { Json, JsonObject } from '../../json.ts'
import { completeAddress } from './addresses.ts'
import { joinNested } from './lists.ts'
import { fencesIn, numberRunsIn } from './markdown-lines.ts'
import { markdownReaders } from './node-types/registry.ts'
import { elementNode, paragraphNode } from './nodes.ts'

/**
 * Converts pasted Markdown to nodes: headings, quotes, rules, lists, paragraphs, with bold, italic, struck,
 * code and links in them. Anything else stays as it was written. `newId`: makes the ids of links.
 */
export function fromMarkdown(text: string, newId: () => string): Json[] {
  const nodes: Json[] = []
  let lines: string[] = []
  const inline = (one: string): JsonObject[] => inlineNodes(one, newId, 0)
  const endParagraph = (): void => {
    if (lines.length > 0) nodes.push(paragraphNode(inline(lines.join('\n'))))
    lines = []
  }
  const push = (node: JsonObject): void => {
    endParagraph()
    nodes.push(node)
  }
  const all = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const fences = fencesIn(all)
  const numbered = new Set(numberRunsIn(all, { ones: true }).flat())
  let codeEnd = -1
  for (const [index, line] of all.entries()) {
    if (index <= codeEnd) continue
    const closing = fences.get(index)
    if (closing !== undefined) {
      const code = codeNodes(all.slice(index + 1, closing), /^\s*/.exec(line)?.[0] ?? '')
      if (code.length > 0) push(paragraphNode(code))
      codeEnd = closing
      continue
    }
    const read = { inline, isNumbered: numbered.has(index) }
    const begun = line.trim() === '' ? null : firstOf(markdownReaders, (reader) => reader(line, read))
    if (line.trim() === '') endParagraph()
    else if (begun !== null) push(begun)
    else lines.push(line)
  }
  endParagraph()
  return joinNested(nodes)
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

/** Lines of code, unchanged except for the indentation of their fence, which is removed. */
function codeNodes(lines: readonly string[], indent: string): JsonObject[] {
  return lines.flatMap((line, at): JsonObject[] => {
    const text = line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()
    const own = text === '' ? [] : [run(text, CODE_FORMAT)]
    return at === 0 ? own : [{ type: 'linebreak', version: 1 }, ...own]
  })
}

const CODE_FORMAT = 16

const SPECIAL = /[\\`[*_~\n]/g
const ESCAPED = /\\([\\`*_~[\]#>.+-])/y
const CODE = /`([^`\n]+)`/y
const LINK = /\[([^[\]\n]*)\]\(([^()\s]*)\)/y
/** A letter or digit: an underscore beside it is a part of the word (CommonMark 6.2). */
const IN_WORD = /[\p{L}\p{N}_]/u
const ITALIC = /(?<![\p{L}\p{N}_*])([*_])(?=\S)([^\n*_]*?\S)\1(?![\p{L}\p{N}_*])/uy
/** Two-character marks, each with the format bit that it sets. */
const PAIRS: readonly (readonly [string, number])[] = [
  ['**', 1],
  ['__', 1],
  ['~~', 4],
]

function inlineNodes(text: string, newId: () => string, format: number): JsonObject[] {
  const nodes: JsonObject[] = []
  const closingOf = closings(text)
  let plain = ''
  let at = 0
  const take = (end: number, made: readonly JsonObject[]): void => {
    if (plain !== '') nodes.push(run(plain, format))
    plain = ''
    for (const node of made) nodes.push(node)
    at = end
  }
  const found = (sign: RegExp): RegExpExecArray | null => {
    sign.lastIndex = at
    return sign.exec(text)
  }
  while (at < text.length) {
    SPECIAL.lastIndex = at
    const next = SPECIAL.exec(text)?.index ?? text.length
    plain += text.slice(at, next)
    at = next
    const pair = PAIRS.find(([mark]) => text.startsWith(mark, next))
    const closing = pair === undefined ? null : closingOf(pair[0], next)
    const [escaped, code, link, italic] = [found(ESCAPED), found(CODE), found(LINK), found(ITALIC)]
    if (escaped !== null) {
      plain += escaped[1] ?? ''
      at += escaped[0].length
    } else if (text[at] === '\n') take(at + 1, [{ type: 'linebreak', version: 1 }])
    else if (code !== null) take(at + code[0].length, [run(code[1] ?? '', format | CODE_FORMAT)])
    else if (link !== null) {
      const inside = inlineNodes(link[1] ?? '', newId, format)
      const url = pastedAddress(link[2] ?? '')
      take(at + link[0].length, url === null ? inside : [linkNode(inside, url, newId())])
    } else if (pair !== undefined && closing !== null)
      take(closing + 2, inlineNodes(text.slice(at + 2, closing), newId, format | pair[1]))
    else if (italic !== null) take(at + italic[0].length, inlineNodes(italic[2] ?? '', newId, format | 2))
    else {
      plain += text.slice(at, at + 1)
      at += 1
    }
  }
  take(at, [])
  return nodes
}

/**
 * Returns a function that finds the closing mark of a two-character mark in its line; null: it is not closed.
 * A mark without an end is searched for once per line.
 */
function closings(text: string): (mark: string, index: number) => number | null {
  const unclosedUpTo = new Map<string, number>()
  let lineEnd = -1
  return (mark, index) => {
    if (index < (unclosedUpTo.get(mark) ?? 0) || !/\S/.test(text.charAt(index + 2))) return null
    const isUnderscore = mark === '__'
    if (isUnderscore && IN_WORD.test(text.charAt(index - 1))) return null
    if (index > lineEnd) {
      const end = text.indexOf('\n', index)
      lineEnd = end < 0 ? text.length : end
    }
    for (let at = text.indexOf(mark, index + 3); at >= 0 && at < lineEnd; at = text.indexOf(mark, at + 1))
      if (/\S/.test(text.charAt(at - 1)) && !(isUnderscore && IN_WORD.test(text.charAt(at + 2)))) return at
    unclosedUpTo.set(mark, lineEnd)
    return null
  }
}

function run(text: string, format: number): JsonObject {
  return { type: 'text', version: 1, text, format, detail: 0, mode: 'normal', style: '' }
}

/**
 * Matches the name of a file in the same folder. `.md` is also a country's domain, but hardly meant as one
 * here.
 */
const FILE = /^[^/:@?#]+\.(?:mdx?|markdown|html?|txt|pdf|docx?|png|jpe?g|gif|svg|webp)(?:[?#]|$)/i

/**
 * The address as the drawer of a link would complete it; null for a file name, which leads nowhere in Galley.
 */
function pastedAddress(written: string): string | null {
  return FILE.test(written) ? null : completeAddress(written)
}

function linkNode(children: JsonObject[], url: string, id: string): JsonObject {
  const fields = { linkType: 'custom', url, newTab: false }
  return { ...elementNode('link', children), version: 3, id, fields }
}
