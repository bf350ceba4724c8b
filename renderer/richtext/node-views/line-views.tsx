import type { ShownOf } from '../../../shared/fields/richText/shown.ts'
import { headingFromHtml, quoteFromHtml } from '../features/blocks/lines-from-html.ts'
import styles from '../rich-text.module.css'
import { lineInside, looks } from './looks.tsx'
import type { NodeView } from './node-view.ts'

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
