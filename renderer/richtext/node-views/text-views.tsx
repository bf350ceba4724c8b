import type { ShownText, TextFormat, ShownOf } from '../../../shared/fields/richText/shown.ts'
import { cx } from '../../ui/class-names.ts'
import styles from '../rich-text.module.css'
import { cssOfStates } from '../text-states.ts'
import type { Drawing, NodeView } from './node-view.ts'

export const textView: NodeView<ShownOf<'text'>> = {
  draw: (shown, key, { config }) => <TextRun key={key} shown={shown} config={config} />,
}

export const lineBreakView: NodeView<ShownOf<'break'>> = {
  draw: (_shown, key, { isLast }) =>
    // A break at the end of a line shows only with another one behind it.
    isLast ? [<br key={`${key}`} />, <br key={`${key}-end`} />] : <br key={key} />,
}

export const tabView: NodeView<ShownOf<'tab'>> = {
  draw: (_shown, key) => <span key={key}>{'\t'}</span>,
}

/** The element around a text, where its formats ask for one; as the editor chooses it. */
const OUTER: readonly (readonly [TextFormat, 'code' | 'mark' | 'sub' | 'sup'])[] = [
  ['code', 'code'],
  ['highlight', 'mark'],
  ['subscript', 'sub'],
  ['superscript', 'sup'],
]

function TextRun({ shown, config }: { shown: ShownText; config: Drawing['config'] }) {
  const { text: said, formats, states, mark: Mark } = shown
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
      {Mark === undefined ? said : <Mark>{said}</Mark>}
    </Inner>
  )
  if (outer === undefined) return inner
  const Outer = outer
  return <Outer>{inner}</Outer>
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}
