import type { CSSProperties, ReactNode } from 'react'
import type { Looks, Shown } from '../../../shared/fields/richText/shown.ts'
import type { Drawing } from './node-view.ts'

/** Width of an indent, the same as the editor's. */
const INDENT = 'var(--lexical-indent-base-value, 40px)'

type Direction = { dir?: 'ltr' | 'rtl' | 'auto' }

/** Direction and style of an element. As in the editor, an element outside of a line tells its direction by itself. */
export function looks(
  { align, indent, direction }: Looks,
  drawing: Pick<Drawing, 'inline'>,
): { style?: CSSProperties } & Direction {
  const style: CSSProperties = {
    ...(align !== null && { textAlign: align }),
    ...(indent > 0 && { paddingInlineStart: `calc(${indent} * ${INDENT})` }),
  }
  return { ...directionOf(direction, drawing), ...(Object.keys(style).length > 0 && { style }) }
}

export function directionOf(direction: Looks['direction'], { inline }: Pick<Drawing, 'inline'>): Direction {
  const dir = direction ?? (inline ? null : 'auto')
  return dir === null ? {} : { dir }
}

/** The nodes of a line; a break for none, so that the line has a height. */
export function lineInside(inside: readonly Shown[], { all }: Drawing): ReactNode {
  const isEmpty = inside.every((one) => one.kind === 'text' && one.text === '')
  return isEmpty ? <br /> : all(inside, true)
}
