import type { ShownOf } from '../../../shared/fields/richText/shown.ts'
import { StaticLink } from '../features/links/static-link.tsx'
import styles from '../rich-text.module.css'
import type { NodeView } from './node-view.ts'

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
