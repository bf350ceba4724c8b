import { parseSync } from 'vite'
import type { PlantedEdit } from './mutant.ts'

/** Range of a text in a file: from, to. */
export type Range = readonly [number, number]

/**
 * Returns the places at which an edit matches. It is a row of tokens in a named declaration, independent of
 * formatting, comments, and other names in the file.
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

/** Returns the file with the fault; throws unless it matches exactly once. */
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

/** Returns a pattern of the tokens with anything insignificant between them; lists may end with a comma. */
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

/** Returns functions, constants, methods and properties of a name; `a.b` is b declared in a. */
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

/** Returns the outermost declarations in a node. */
function declared(around: Node, name: string): Node[] {
  return Object.values(around).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).flatMap((node): Node[] => {
      const isIt = nameOf(node['id']) === name || nameOf(node['key']) === name
      return isIt ? [node] : declared(node, name)
    }),
  )
}
