import { memo, useMemo } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { RichTextEditor } from '../../shared/cms/schema-model.ts'
import { joinLists } from '../../shared/fields/richText/lists.ts'
import { topNodes } from '../../shared/fields/richText/nodes.ts'
import { showNodes } from '../../shared/fields/richText/show.ts'
import type { Looks, Shown, ShownCell, ShownItem, TextFormat } from '../../shared/fields/richText/show.ts'
import type { Json } from '../../shared/json.ts'
import { cx } from '../ui/class-names.ts'
import { StaticLink } from './features/links/static-link.tsx'
import lists from './features/lists/lists.module.css'
import { needsDarkText } from './features/tables/cell-colours.ts'
import tables from './features/tables/tables.module.css'
import styles from './rich-text.module.css'
import { staticParts } from './static-parts.tsx'
import { cssOfStates } from './text-states.ts'
import { UnknownLabel } from './unknown-part.tsx'

type StaticTextProps = {
  value: Json
  /** What the site's editor offers; null: not known, states of text are not drawn. */
  config?: Pick<RichTextEditor, 'textStates'> | null
  /** How many top-level nodes are drawn; by default all. */
  most?: number
  /** It may only be read, so its links are followed; else the editor takes its place. */
  isRead?: boolean
}

/**
 * A rich text that is only shown, element for element as the editor draws it: so nothing moves when it is approached
 * and the editor takes its place.
 */
export const StaticText = memo(function StaticText({
  value,
  config = null,
  most,
  isRead = false,
}: StaticTextProps) {
  const pieces = useMemo(() => inPieces(joinLists(topNodes(value))), [value])
  if (pieces.length === 0)
    return (
      <p className={styles['paragraph']} dir="auto">
        <br />
      </p>
    )
  return pieces
    .slice(0, most === undefined ? undefined : Math.ceil(most / PIECE))
    .map((nodes, index) => <Piece key={`${index}`} nodes={nodes} config={config} isRead={isRead} />)
})

/** Top-level nodes that are drawn together: where more of a long text are drawn, those before are not drawn again. */
const PIECE = 60

function inPieces(nodes: readonly Json[]): (readonly Json[])[] {
  const pieces: (readonly Json[])[] = []
  for (let from = 0; from < nodes.length; from += PIECE) pieces.push(nodes.slice(from, from + PIECE))
  return pieces
}

type PieceProps = { nodes: readonly Json[] } & Pick<Around, 'config' | 'isRead'>

const Piece = memo(function Piece({ nodes, config, isRead }: PieceProps) {
  return drawAll(showNodes(nodes), { config, isRead, inline: false })
})

/** The same of nodes that are shown already, or with marks in them. */
export function StaticNodes({
  shown,
  config = null,
}: { shown: readonly Shown[] } & Pick<StaticTextProps, 'config'>) {
  return drawAll(shown, { config, isRead: false, inline: false })
}

type Around = { config: Pick<RichTextEditor, 'textStates'> | null; isRead: boolean; inline: boolean }

function drawAll(all: readonly Shown[], around: Around): ReactNode[] {
  return all.map((one, index) => draw(one, index, around, index === all.length - 1))
}

function draw(shown: Shown, key: number, around: Around, isLast: boolean): ReactNode {
  switch (shown.kind) {
    case 'text':
      return <TextRun key={key} shown={shown} config={around.config} />
    case 'break':
      // A break at the end of a line shows only with another one behind it.
      return isLast ? [<br key={`${key}`} />, <br key={`${key}-end`} />] : <br key={key} />
    case 'tab':
      return <span key={key}>{'\t'}</span>
    case 'paragraph':
      return (
        <p key={key} className={styles['paragraph']} {...looks(shown, around)}>
          {inside(shown.inside, around)}
        </p>
      )
    case 'quote':
      return (
        <blockquote key={key} className={styles['quote']} {...looks(shown, around)}>
          {inside(shown.inside, around)}
        </blockquote>
      )
    case 'heading': {
      const Tag = `h${shown.level}` as const
      return (
        <Tag key={key} className={styles[Tag]} {...looks(shown, around)}>
          {inside(shown.inside, around)}
        </Tag>
      )
    }
    case 'rule':
      return <hr key={key} className={styles['rule']} />
    case 'list': {
      const items = shown.items.map((item, index) => drawItem(item, index, around, shown.type === 'check'))
      const className = cx(lists['list'], shown.type === 'check' && lists['checklist'])
      const dir = directionOf(shown.direction, around)
      return shown.type === 'number' ? (
        <ol key={key} className={className} start={shown.start} {...dir}>
          {items}
        </ol>
      ) : (
        // A list of boxes is a group for assistive technology.
        <ul key={key} className={className} {...(shown.type === 'check' && { role: 'group' })} {...dir}>
          {items}
        </ul>
      )
    }
    case 'link':
      if (around.isRead)
        return (
          <StaticLink key={key} shown={shown} className={styles['link']}>
            {drawAll(shown.inside, { ...around, inline: true })}
          </StaticLink>
        )
      return (
        <span key={key} className={styles['link']} data-address={shown.href ?? undefined}>
          {drawAll(shown.inside, { ...around, inline: true })}
        </span>
      )
    case 'table':
      return drawTable(shown, key, around)
    case 'upload':
    case 'relationship':
    case 'block':
    case 'inlineBlock': {
      const Part = staticParts[shown.kind]
      return <Part key={key} node={shown.node} align={shown.align} />
    }
    case 'unknown':
      return <UnknownLabel key={key} type={shown.type} words={wordsIn(shown.inside)} inline={around.inline} />
    default:
      return shown satisfies never
  }
}

function inside(all: readonly Shown[], around: Around): ReactNode {
  const isEmpty = all.every((one) => one.kind === 'text' && one.text === '')
  return isEmpty ? <br /> : drawAll(all, { ...around, inline: true })
}

/** How far an indent goes; the same as the editor's. */
const INDENT = 'var(--lexical-indent-base-value, 40px)'

/** As in the editor, what stands on its own tells its direction by itself. */
function looks(
  { align, indent, direction }: Looks,
  { inline }: Pick<Around, 'inline'>,
): { style?: CSSProperties; dir?: 'ltr' | 'rtl' | 'auto' } {
  const style: CSSProperties = {
    ...(align !== null && { textAlign: align }),
    ...(indent > 0 && { paddingInlineStart: `calc(${indent} * ${INDENT})` }),
  }
  return { ...directionOf(direction, { inline }), ...(Object.keys(style).length > 0 && { style }) }
}

function directionOf(
  direction: Looks['direction'],
  { inline }: Pick<Around, 'inline'>,
): { dir?: 'ltr' | 'rtl' | 'auto' } {
  const dir = direction ?? (inline ? null : 'auto')
  return dir === null ? {} : { dir }
}

function drawItem(
  { value, checked, nests, inside: within, ...look }: ShownItem,
  key: number,
  around: Around,
  inCheckList: boolean,
) {
  const box =
    checked === undefined
      ? {}
      : { role: 'checkbox', 'aria-checked': checked, ...(around.isRead && { 'aria-readonly': true }) }
  const role = inCheckList && nests ? { role: 'none' } : box
  return (
    <li
      key={key}
      value={value}
      className={cx(
        lists['item'],
        nests && lists['nested'],
        checked !== undefined && lists[checked ? 'checked' : 'unchecked'],
      )}
      {...role}
      {...looks({ ...look, indent: 0 }, { inline: true })}
    >
      {inside(within, around)}
    </li>
  )
}

function drawTable(
  { table, rows, align, direction }: Extract<Shown, { kind: 'table' }>,
  key: number,
  around: Around,
): ReactNode {
  const { frozenColumnCount, frozenRowCount, rowStriping, colWidths } = table
  const scroll = cx(
    tables['scroll'],
    frozenColumnCount > 0 && tables['frozenColumn'],
    frozenRowCount > 0 && tables['frozenRow'],
  )
  const className = cx(tables['table'], rowStriping && tables['striped'], align !== null && tables[align])
  return (
    <div key={key} className={scroll} {...directionOf(direction, around)}>
      <table className={className}>
        {colWidths.length > 0 && (
          <colgroup>
            {colWidths.map((width, index) => (
              <col key={`${index}`} style={{ inlineSize: `${width}px` }} />
            ))}
          </colgroup>
        )}
        <tbody>
          {rows.map(({ height, cells }, index) => (
            <tr
              key={`${index}`}
              className={tables['row']}
              {...(height !== null && { style: { blockSize: `${height}px` } })}
            >
              {cells.map((cell, at) => drawCell(cell, at, around))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function drawCell(cell: ShownCell, key: number, around: Around): ReactNode {
  const isHeader = cell.isRowHeader || cell.isColumnHeader
  const Tag = isHeader ? 'th' : 'td'
  const style: CSSProperties = {
    ...(cell.width !== null && { inlineSize: `${cell.width}px` }),
    ...(cell.backgroundColor !== null && { backgroundColor: cell.backgroundColor }),
    ...(cell.verticalAlign !== null && { verticalAlign: cell.verticalAlign }),
  }
  const dark = cell.backgroundColor === null ? null : needsDarkText(cell.backgroundColor)
  return (
    <Tag
      key={key}
      className={cx(
        tables['cell'],
        isHeader && tables['header'],
        dark === true && tables['darkText'],
        dark === false && tables['lightText'],
      )}
      colSpan={cell.colSpan}
      rowSpan={cell.rowSpan}
      {...(Object.keys(style).length > 0 && { style })}
    >
      {drawAll(cell.inside, { ...around, inline: false })}
    </Tag>
  )
}

/** The element around a text, where its formats ask for one; as the editor chooses it. */
const OUTER: readonly (readonly [TextFormat, 'code' | 'mark' | 'sub' | 'sup'])[] = [
  ['code', 'code'],
  ['highlight', 'mark'],
  ['subscript', 'sub'],
  ['superscript', 'sup'],
]

type TextRunProps = { shown: Extract<Shown, { kind: 'text' }>; config: Around['config'] }

function TextRun({ shown, config }: TextRunProps) {
  const { text, formats, states, mark: Mark } = shown
  const has = (format: TextFormat): boolean => formats.includes(format)
  const outer = OUTER.find(([format]) => has(format))?.[1]
  const Inner = has('bold') ? 'strong' : has('italic') ? 'em' : 'span'
  const both = has('underline') && has('strikethrough')
  const className = cx(
    ...formats.map((format) =>
      both && (format === 'underline' || format === 'strikethrough') ? undefined : styles[format],
    ),
    both && styles['underline-strikethrough'],
  )
  const css = Object.fromEntries(cssOfStates(config, states).map(([name, value]) => [camelCase(name), value]))
  const inner = (
    <Inner {...(className !== '' && { className })} {...(Object.keys(css).length > 0 && { style: css })}>
      {Mark === undefined ? text : <Mark>{text}</Mark>}
    </Inner>
  )
  if (outer === undefined) return inner
  const Outer = outer
  return <Outer>{inner}</Outer>
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

function wordsIn(all: readonly Shown[]): string {
  return all
    .map((one) => (one.kind === 'text' ? one.text : 'inside' in one ? wordsIn(one.inside) : ''))
    .join('')
}
