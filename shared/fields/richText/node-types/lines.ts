import type { ShownOf } from '../shown.ts'
import { own } from '../../../json.ts'
import { MARKDOWN_STARTS } from '../markdown-lines.ts'
import { childrenOf, elementNode } from '../nodes.ts'
import { HEADINGS } from '../rich-text-editor.ts'
import { looksOf } from '../shown.ts'
import { looks } from './write-parts.ts'
import type { NodeType } from './node-type.ts'

export const paragraph: NodeType<ShownOf<'paragraph'>> = {
  types: ['paragraph'],
  standing: 'line',
  name: () => 'paragraph',
  show: (node, show) => ({ kind: 'paragraph', ...looksOf(node), inside: show(childrenOf(node)) }),
  mapInside: (shown, { line }) => ({ ...shown, inside: line(shown.inside) }),
  html: (shown, { all }) => `<p${looks(shown)}>${all(shown.inside) || '<br>'}</p>`,
  markdown: (shown, { inline }) => atLineStart(inline(shown.inside)),
  offer: (node, offer) => [offer.paragraph(node)],
}

export const quote: NodeType<ShownOf<'quote'>> = {
  types: ['quote'],
  standing: 'line',
  name: () => 'quote',
  show: (node, show) => ({ kind: 'quote', ...looksOf(node), inside: show(childrenOf(node)) }),
  mapInside: (shown, { line }) => ({ ...shown, inside: line(shown.inside) }),
  html: (shown, { all }) => `<blockquote${looks(shown)}>${all(shown.inside)}</blockquote>`,
  markdown: (shown, { inline }) => inline(shown.inside).replace(/^/gm, '> '),
  readMarkdown: (line, { inline }) =>
    MARKDOWN_STARTS.quote.test(line)
      ? elementNode('quote', inline(line.replace(MARKDOWN_STARTS.quote, '')))
      : null,
  offer: (node, offer) => [offer.has('blockquote') ? offer.box(node, 'quote') : offer.paragraph(node)],
}

export const heading: NodeType<ShownOf<'heading'>> = {
  types: ['heading'],
  standing: 'line',
  name: ({ level }) => `heading${level}`,
  show: (node, show) => ({
    kind: 'heading',
    level: LEVELS[HEADINGS.findIndex((tag) => tag === own(node, 'tag'))] ?? 1,
    ...looksOf(node),
    inside: show(childrenOf(node)),
  }),
  mapInside: (shown, { line }) => ({ ...shown, inside: line(shown.inside) }),
  html: (shown, { all }) => `<h${shown.level}${looks(shown)}>${all(shown.inside)}</h${shown.level}>`,
  markdown: (shown, { inline }) => `${'#'.repeat(shown.level)} ${inline(shown.inside)}`,
  readMarkdown(line, { inline }) {
    const found = MARKDOWN_STARTS.heading.exec(line)
    if (found === null) return null
    return elementNode('heading', inline(line.slice(found[0].length)), { tag: `h${found[1]?.length ?? 1}` })
  },
  /** Uses the next smaller size that the editor has, otherwise the next larger one. */
  offer(node, offer) {
    const at = HEADINGS.findIndex((tag) => tag === own(node, 'tag'))
    const [tag] = offer.config.headings
      .map((one) => ({ one, distance: HEADINGS.indexOf(one) - at }))
      .toSorted(
        (a, b) =>
          (a.distance < 0 ? 10 - a.distance : a.distance) - (b.distance < 0 ? 10 - b.distance : b.distance),
      )
    return [tag === undefined ? offer.paragraph(node) : offer.box(node, 'heading', { tag: tag.one })]
  },
}

export const rule: NodeType<ShownOf<'rule'>> = {
  types: ['horizontalrule'],
  standing: 'block',
  name: () => 'rule',
  show: () => ({ kind: 'rule' }),
  words: '\n',
  html: () => '<hr>',
  markdown: () => '---',
  readMarkdown: (line) => (MARKDOWN_STARTS.rule.test(line) ? { type: 'horizontalrule', version: 1 } : null),
  offer: (_node, { has }) => (has('horizontalRule') ? [{ type: 'horizontalrule', version: 1 }] : []),
}

const LEVELS = [1, 2, 3, 4, 5, 6] as const

/** Escapes the start of a paragraph that reads like another block. The spaces are those of the line, each looked at once. */
function atLineStart(text: string): string {
  return text.replaceAll(
    /^([^\S\n\r\u2028\u2029]*)(#{1,6} |>|- |\+ |\d+\. |---)/gm,
    (_all, space: string, sign: string) =>
      /^\d/.test(sign) ? `${space}${sign.replace('.', '\\.')}` : `${space}\\${sign}`,
  )
}
