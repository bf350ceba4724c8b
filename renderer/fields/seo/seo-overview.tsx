import { countChecks } from '../../../shared/fields/seo/overview.ts'
import type { SeoShown } from '../../../shared/fields/seo/seo-part.ts'
import { useFieldSnapshot } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import styles from './seo.module.css'

/** How many of the checks of a search result pass (S2.65); live from the form. */
export function SeoOverview({ seo }: { seo: Extract<SeoShown, { part: 'overview' }> }) {
  const { t } = useT()
  const title = useFieldSnapshot(seo.paths.title).value
  const description = useFieldSnapshot(seo.paths.description).value
  const image = useFieldSnapshot(seo.paths.image).value
  return (
    <p className={styles['overview']}>
      {t('galley:seo.checks', countChecks({ title, description, image }, seo))}
    </p>
  )
}
