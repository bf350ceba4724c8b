import { useId } from 'react'
import type { SeoShown } from '../../../shared/fields/seo/seo-part.ts'
import { useFieldSnapshot } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useFieldScope } from '../field-scope.tsx'
import styles from './seo.module.css'
import { useSeoAddress } from './use-seo-address.ts'
import { countChecks } from '../../../shared/fields/seo/length-check.ts'

/** The preview of a search result (S2.61), updated with the form. It has no links. */
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

/** The number of passed checks of a search result (S2.65), updated with the form. */
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
