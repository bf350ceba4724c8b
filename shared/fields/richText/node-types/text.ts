import { isPlainJson, own } from '../../../json.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { wholeNumber } from '../lists.ts'
import type { Feature } from '../rich-text-editor.ts'
import { FORMATS } from '../shown.ts'
import type { ShownText, TextFormat, ShownOf } from '../shown.ts'
import { escaped, plain } from './write-parts.ts'
import type { NodeType, Offer } from './node-type.ts'

const TAGS: Record<TextFormat, string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 's',
  underline: 'u',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
  highlight: 'mark',
}

const MARKS: Partial<Record<TextFormat, string>> = { bold: '**', italic: '*', strikethrough: '~~', code: '`' }

const FORMAT_FEATURES: Partial<Record<TextFormat, Feature>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strikethrough: 'strikethrough',
  code: 'inlineCode',
  subscript: 'subscript',
  superscript: 'superscript',
}

export const text: NodeType<ShownOf<'text'>> = {
  types: ['text'],
  standing: 'inline',
  name: () => 'text',
  show: shownText,
  html: (shown) =>
    shown.formats.reduceRight(
      (inside, format) => `<${TAGS[format]}>${inside}</${TAGS[format]}>`,
      escaped(shown.text),
    ),
  markdown: marked,
  offer: offeredText,
}

export const lineBreak: NodeType<ShownOf<'break'>> = {
  types: ['linebreak'],
  standing: 'inline',
  name: () => 'text',
  show: () => ({ kind: 'break' }),
  words: '\n',
  html: () => '<br>',
  markdown: () => '\n',
  offer: () => [{ type: 'linebreak', version: 1 }],
}

export const tab: NodeType<ShownOf<'tab'>> = {
  types: ['tab'],
  standing: 'inline',
  name: () => 'text',
  show: () => ({ kind: 'tab' }),
  words: '\t',
  html: () => '\t',
  markdown: () => '\t',
  offer: () => [{ type: 'tab', version: 1, text: '\t', format: 0, detail: 2, mode: 'normal', style: '' }],
}

export function shownText(node: JsonObject): ShownText {
  const said = own(node, 'text')
  const bits = wholeNumber(own(node, 'format'))
  const state = own(node, '$')
  return {
    kind: 'text',
    text: typeof said === 'string' ? said : '',
    formats: FORMATS.flatMap(([name, bit]) => ((bits & bit) === 0 ? [] : [name])),
    states: Object.fromEntries(
      Object.entries(isPlainJson(state) ? state : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  }
}

/** Adds the marks next to the words: Markdown does not read a mark beside a space. */
function marked({ text: said, formats }: ShownText): string {
  const bare = said.trim()
  if (bare === '') return said
  const start = said.length - said.trimStart().length
  const [before, after] = [said.slice(0, start), said.slice(start + bare.length)]
  const signs = formats.flatMap((format) => MARKS[format] ?? [])
  const inside = formats.includes('code') ? bare : plain(bare)
  return `${before}${signs.reduceRight((one, sign) => `${sign}${one}${sign}`, inside)}${after}`
}

export function offeredText(node: JsonObject, { config, has }: Offer): Json[] {
  const said = own(node, 'text')
  if (typeof said !== 'string' || said === '') return []
  const formats = FORMATS.reduce((bits, [name, bit]) => {
    const feature = FORMAT_FEATURES[name]
    return feature !== undefined && has(feature) ? bits | bit : bits
  }, 0)
  const states = own(node, '$')
  const kept = Object.entries(isPlainJson(states) ? states : {}).filter(([key, value]) =>
    config.textStates.some((one) => one.key === key && one.values.some((each) => each.value === value)),
  )
  return [
    {
      type: 'text',
      version: 1,
      text: said,
      format: wholeNumber(own(node, 'format')) & formats,
      detail: 0,
      mode: 'normal',
      style: '',
      ...(kept.length > 0 && { $: Object.fromEntries(kept) }),
    },
  ]
}
