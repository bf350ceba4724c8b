import { parseSync } from 'vite'
import type { PlantedEdit } from './mutant.ts'

/** Where a text stands in a file: from, to. */
export type Range = readonly [number, number]

/**
 * The places where an edit can be planted. What is looked for is a row of tokens within a declaration that is named, so
 * that neither formatting, nor a comment, nor another name elsewhere in the file moves it.
 */
export function placesOf(source: string, { file, in: name, find }: PlantedEdit): Range[] {
  const scopes: Range[] = name === undefined ? [[0, source.length]] : declarationsOf(source, file, name)
  const expression = expressionOf(find)
  return scopes.flatMap(([from, to]) =>
    [...source.slice(from, to).matchAll(expression)].map(({ index, 0: text }): Range => [
      from + index,
      from + index + text.length,
    ]),
  )
}

/** The file with the fault in it; throws where its place is not there, or more than once. */
export function planted(source: string, edit: PlantedEdit): string {
  const places = placesOf(source, edit)
  const [place] = places
  if (place === undefined || places.length > 1) throw new Error(lostPlace(source, edit, places.length))
  return source.slice(0, place[0]) + edit.replace + source.slice(place[1])
}

function lostPlace(source: string, edit: PlantedEdit, times: number): string {
  const { file, in: name, find } = edit
  if (name !== undefined && declarationsOf(source, file, name).length === 0)
    return `${file} declares no ${name} any more, in which this stood: ${find}`
  return `${file}${name === undefined ? '' : `, ${name},`} has this ${times} times, and not once: ${find}`
}

/** Space, line ends and comments. */
const BETWEEN = String.raw`(?:\s|//[^\n]*(?:\n|$)|/\*[^]*?\*/)*`
const TOKEN = /[\w$]+|[^\s\w$]/g

/** Its tokens one after another, whatever stands between them; lists may have a comma at their end. */
function expressionOf(find: string): RegExp {
  const tokens = find.match(TOKEN) ?? []
  const escaped = tokens.map((token, nr) => {
    const text = token.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
    const edge = /\w/.test(token) ? [nr === 0 ? String.raw`(?<![\w$])` : '', String.raw`(?![\w$])`] : ['', '']
    const comma = nr > 0 && /[)\]}]/.test(token) && tokens[nr - 1] !== ',' ? `(?:,${BETWEEN})?` : ''
    return `${comma}${edge[0] ?? ''}${text}${edge[1] ?? ''}`
  })
  return new RegExp(escaped.join(BETWEEN), 'g')
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

const nameOf = (value: unknown): unknown => (isNode(value) ? (value['name'] ?? value['value']) : undefined)

/** Functions, constants, methods and properties of that name; `a.b` is what a declares as b. */
function declarationsOf(source: string, file: string, name: string): Range[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message ?? ''}`)
  return name
    .split('.')
    .reduce<Node[]>(
      (around, part) => around.flatMap((node) => declared(node, part)),
      [program as unknown as Node],
    )
    .map(({ start, end }) => [start, end])
}

/** The outermost ones within a node. */
function declared(around: Node, name: string): Node[] {
  return Object.values(around).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).flatMap((node): Node[] => {
      const isIt = nameOf(node['id']) === name || nameOf(node['key']) === name
      return isIt ? [node] : declared(node, name)
    }),
  )
}
