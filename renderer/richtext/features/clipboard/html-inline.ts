import { safeAddress } from '../../../../shared/fields/richText/links.ts'
import type { JsonObject } from '../../../../shared/json.ts'

/** The target of an `<a>`; one object for all words of one link. `url`: null if the web admin does not say it. */
export type FoundLink = { url: string | null; newTab: boolean }

/** A part of a line of inline content, before it is split into paragraphs. */
export type Run =
  | { kind: 'text'; text: string; format: number; pre: boolean; link: FoundLink | null }
  | { kind: 'break'; link: FoundLink | null }

/** Places within a document of Google Docs, Word or LibreOffice: headings, bookmarks, notes. They are not in a text. */
const WITHIN_A_DOCUMENT = /^#(?:bookmark=|heading=|ftnt|cmnt|_ftn|_edn|_toc|_ref|_hlk|sdfootnote|sdendnote)/i

/** Returns the target of a link; null if nobody could open it, so that only its words are kept. */
export function linkOf(anchor: Element): FoundLink | null {
  const href = anchor.getAttribute('href')
  const newTab = anchor.getAttribute('target') === '_blank'
  // The web admin writes links to documents without an address.
  if (href === null)
    return anchor.classList.contains('LexicalEditorTheme__link') ? { url: null, newTab } : null
  const url = safeAddress(href)
  if (url === 'about:blank' || url === 'https://' || WITHIN_A_DOCUMENT.test(url)) return null
  return { url, newTab }
}

/** Runs as inline nodes, with the spaces that a page would show. */
export function inlineNodes(runs: readonly Run[], newId: () => string): JsonObject[] {
  const nodes: JsonObject[] = []
  let link: FoundLink | null = null
  let inside: JsonObject[] = nodes
  for (const run of shownRuns(runs)) {
    if (run.link !== link) {
      link = run.link
      inside = nodes
      if (link !== null) {
        inside = []
        nodes.push(linkNode(link, inside, newId()))
      }
    }
    if (run.kind === 'break') inside.push({ type: 'linebreak', version: 1 })
    else inside.push(textNode(run.text, run.format))
  }
  return nodes
}

/** Removes the spaces that a page does not show, and line breaks at the end. */
function shownRuns(runs: readonly Run[]): Run[] {
  const shown: Run[] = []
  let isAfterSpace = true
  const endLine = (): void => {
    const last = shown.at(-1)
    if (last?.kind !== 'text' || last.pre) return
    const text = last.text.replace(/ $/, '')
    shown.pop()
    if (text !== '') shown.push({ ...last, text })
    else endLine()
  }
  for (const run of runs) {
    if (run.kind === 'break') {
      endLine()
      shown.push(run)
      isAfterSpace = true
      continue
    }
    const text: string = run.pre ? run.text : run.text.slice(isAfterSpace && run.text.startsWith(' ') ? 1 : 0)
    if (text === '') continue
    isAfterSpace = !run.pre && text.endsWith(' ')
    const last = shown.at(-1)
    if (last?.kind === 'text' && last.format === run.format && last.link === run.link && last.pre === run.pre)
      shown[shown.length - 1] = { ...last, text: last.text + text }
    else shown.push({ ...run, text })
  }
  while (shown.at(-1)?.kind === 'break') {
    shown.pop()
  }
  endLine()
  return shown
}

/** True for a line without words. Word fills empty lines with spaces that do not break. */
export function isBlankLine(runs: readonly Run[]): boolean {
  return runs.every((run) => run.kind === 'break' || run.text.trim() === '')
}

export function textNode(text: string, format = 0): JsonObject {
  return { type: 'text', version: 1, text, format, detail: 0, mode: 'normal', style: '' }
}

function linkNode({ url, newTab }: FoundLink, children: JsonObject[], id: string): JsonObject {
  return {
    type: 'link',
    version: 3,
    format: '',
    indent: 0,
    direction: null,
    id,
    fields: url === null ? { linkType: 'internal', newTab } : { linkType: 'custom', url, newTab },
    children,
  }
}
