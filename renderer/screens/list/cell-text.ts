import type { DataNode } from '../../../shared/cms/fields.ts'
import type {
  BlocksField,
  LocalizedText,
  RadioField,
  RelationField,
  SelectField,
} from '../../../shared/cms/schema-model.ts'
import { relatedRefs } from '../../data/related-refs.ts'
import type { TitleOf } from '../../data/use-document-titles.ts'
import { isPlainObject, type Json } from '../../../shared/json.ts'

/** What a list cell says; `missing` is drawn as a hint, in text-3. */
export type Cell = { text: string; missing: boolean }

export type CellWords = {
  t: (key: string, vars?: Record<string, string | number>) => string
  label: (text: LocalizedText | null) => string
  formatDate: (iso: string) => string
  titleOf: TitleOf
}

/** Longest text of code and text areas (A.4). */
const TEXT_CUT = 100
const JSON_FROM = 150
const TITLES_SHOWN = 3
const BLOCKS_SHOWN = 5

/** The text of a field's value in one locale, as in the web admin's list (A.4). */
export function cellText(node: DataNode, value: Json, words: CellWords): Cell {
  const missing = (): Cell => ({
    text: words.t('general:noLabel', { label: words.label(node.label) || node.name }),
    missing: true,
  })
  if (node.type === 'checkbox') return says(String(value === true))
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return node.type === 'date' ? { text: '', missing: true } : missing()
  switch (node.type) {
    case 'date':
      return says(typeof value === 'string' ? words.formatDate(value) : plain(value))
    case 'select':
    case 'radio':
      return says(optionLabels(node, value, words))
    case 'relationship':
    case 'upload':
      return says(relatedTitles(node, value, words))
    case 'array':
      return says(Array.isArray(value) ? countOf(value.length, node.labels, words) : plain(value))
    case 'blocks':
      return says(Array.isArray(value) ? blockNames(node, value, words) : plain(value))
    case 'code':
    case 'textarea':
      return says(cut(plain(value), TEXT_CUT))
    case 'richText':
      return richTextCell(value, missing)
    case 'json': {
      const text = JSON.stringify(value)
      return says(text.length > JSON_FROM ? cut(text, TEXT_CUT) : text)
    }
    default:
      return says(plain(value))
  }
}

const says = (text: string): Cell => ({ text, missing: false })

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

function plain(value: Json): string {
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function optionLabels(node: SelectField | RadioField, value: Json, words: CellWords): string {
  return (Array.isArray(value) ? value : [value])
    .map((one) => {
      const option = node.options.find((candidate) => candidate.value === one)
      return option === undefined ? plain(one) : words.label(option.label) || option.value
    })
    .join(', ')
}

type Labels = { singular: LocalizedText; plural: LocalizedText }

function countOf(count: number, labels: Labels, words: CellWords): string {
  const [own, key] = count === 1 ? [labels.singular, 'general:row'] : [labels.plural, 'general:rows']
  return `${count} ${words.label(own) || words.t(key)}`
}

function blockNames(node: BlocksField, rows: Json[], words: CellWords): string {
  const names = rows.map((row) => {
    const slug = isPlainObject(row) && typeof row['blockType'] === 'string' ? row['blockType'] : ''
    const block = node.blocks.find((one) => one.slug === slug)
    return block === undefined ? slug : words.label(block.labels.singular) || slug
  })
  const shown = names.slice(0, BLOCKS_SHOWN).join(', ')
  const count = countOf(rows.length, node.labels, words)
  if (names.length <= BLOCKS_SHOWN) return `${count} - ${shown}`
  return words.t('galley:list.andMore', {
    items: `${count} - ${shown}`,
    more: names.length - BLOCKS_SHOWN,
  })
}

function relatedTitles(node: RelationField, value: Json, words: CellWords): string {
  const refs = relatedRefs(node, value)
  const shown = refs
    .slice(0, TITLES_SHOWN)
    .map(({ slug, id }) => words.titleOf(slug, id) ?? id)
    .join(', ')
  if (refs.length <= TITLES_SHOWN) return shown
  return words.t('galley:list.andMore', { items: shown, more: refs.length - TITLES_SHOWN })
}

function richTextCell(value: Json, missing: () => Cell): Cell {
  const text = richTextPlain(value).replaceAll(/\s+/g, ' ').trim()
  return text === '' ? missing() : says(cut(text, TEXT_CUT))
}

/** All text of a rich text value, its nodes joined by spaces. */
export function richTextPlain(value: Json): string {
  if (Array.isArray(value)) return value.map(richTextPlain).join(' ')
  if (!isPlainObject(value)) return ''
  if (typeof value['text'] === 'string') return value['text']
  return richTextPlain(value['root'] ?? value['children'] ?? null)
}
