import { useId } from 'react'
import type { SeoShown } from '../../../shared/fields/seo/seo-part.ts'
import { useFieldSnapshot } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useFieldScope } from '../field-scope.tsx'
import styles from './seo.module.css'
import { useSeoAddress } from './use-seo-address.ts'
import { countChecks } from '../../../shared/fields/seo/overview.ts'

/** A search result as it may look (S2.61); live from the form, nothing of it is a link. */
export function SeoPreview({ seo }: { seo: Extract<SeoShown, { part: 'preview' }> }) {
  const { t } = useT()
  const id = useId()
  const { locale, dir } = useFieldScope()
  const title = useFieldSnapshot(seo.paths.title).value
  const description = useFieldSnapshot(seo.paths.description).value
  const { place, address, problem } = useSeoAddress(seo.generates)
  return (
    <div ref={place} role="group" aria-labelledby={id} className={styles['preview']}>
      <div>
        <p id={id} className={styles['heading']}>
          {t('galley:seo.preview')}
        </p>
        <p className={styles['hint']}>{t('galley:seo.previewHint')}</p>
      </div>
      <div className={styles['card']} dir={dir ?? 'auto'} lang={locale ?? undefined}>
        <p className={styles['address']}>
          <bdi dir="ltr">{address || 'https://...'}</bdi>
        </p>
        <p className={styles['title']}>{textOf(title)}</p>
        <p className={styles['description']}>{textOf(description)}</p>
      </div>
      {problem !== null && <p className={styles['hint']}>{problem}</p>}
    </div>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

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
