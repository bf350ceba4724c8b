import type { ReactNode } from 'react'
import type { ShownText, TextFormat, ShownOf, ShownLink } from '../../../shared/fields/richText/shown.ts'
import { cx } from '../../ui/class-names.ts'
import { headingFromHtml, quoteFromHtml } from '../features/blocks/lines-from-html.ts'
import { lineInside, looks } from './node-view.tsx'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { openableAddress, useOpenLink, useSiteAddress } from '../features/links/use-open-link.ts'
import styles from '../rich-text.module.css'
import { cssOfStates } from '../text-states.ts'
import type { Drawing, NodeView } from './node-view.tsx'

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

export const paragraphView: NodeView<ShownOf<'paragraph'>> = {
  draw: (shown, key, drawing) => (
    <p key={key} className={styles['paragraph']} {...looks(shown, drawing)}>
      {lineInside(shown.inside, drawing)}
    </p>
  ),
}

export const quoteView: NodeView<ShownOf<'quote'>> = {
  draw: (shown, key, drawing) => (
    <blockquote key={key} className={styles['quote']} {...looks(shown, drawing)}>
      {lineInside(shown.inside, drawing)}
    </blockquote>
  ),
  readsHtml: quoteFromHtml,
}

export const headingView: NodeView<ShownOf<'heading'>> = {
  draw(shown, key, drawing) {
    const Tag = `h${shown.level}` as const
    return (
      <Tag key={key} className={styles[Tag]} {...looks(shown, drawing)}>
        {lineInside(shown.inside, drawing)}
      </Tag>
    )
  },
  readsHtml: headingFromHtml,
}

export const ruleView: NodeView<ShownOf<'rule'>> = {
  draw: (_shown, key) => <hr key={key} className={styles['rule']} />,
  readsHtml: { tags: ['hr'], read: () => [{ type: 'horizontalrule', version: 1 }] },
}

export const linkView: NodeView<ShownOf<'link'>> = {
  draw(shown, key, { isRead, all }) {
    if (isRead)
      return (
        <StaticLink key={key} shown={shown} className={styles['link']}>
          {all(shown.inside, true)}
        </StaticLink>
      )
    return (
      <span key={key} className={styles['link']} data-address={shown.href ?? undefined}>
        {all(shown.inside, true)}
      </span>
    )
  },
}

type StaticLinkProps = { shown: ShownLink; className: string | undefined; children: ReactNode }

/** A link in a read-only text, opened by a press. If nobody may open it, only its words are shown. */
function StaticLink({ shown, className, children }: StaticLinkProps) {
  const open = useOpenLink()
  const site = useSiteAddress()
  const { document, href } = shown
  if (document !== null)
    return (
      <a
        href={adminRoutes.document({ kind: 'collection', ...document })}
        className={className}
        onClick={(event) => {
          event.preventDefault()
          open({ kind: 'document', ...document, newTab: false })
        }}
      >
        {children}
      </a>
    )
  const address = href === null ? null : openableAddress(href, site)
  return address === null ? (
    <span className={className}>{children}</span>
  ) : (
    <a href={address} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  )
}
