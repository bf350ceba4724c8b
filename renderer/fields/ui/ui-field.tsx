import { Puzzle } from 'lucide-react'
import type { UiField } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { ContainerFieldModule, FieldInputProps } from '../field-module.ts'
import { SeoOverview, SeoPreview } from '../seo/seo-preview.tsx'
import styles from './ui-field.module.css'

function UiFieldInput({ field, path }: FieldInputProps<UiField>) {
  switch (field.seo?.part) {
    case 'overview':
      return <SeoOverview seo={field.seo} />
    case 'preview':
      return <SeoPreview seo={field.seo} />
    case undefined:
      return <UiFieldNote field={field} path={path} />
  }
}

/** A part of the site's own admin: it holds no value and cannot run here, so that only its place is shown (S3.10). */
function UiFieldNote({ field }: FieldInputProps<UiField>) {
  const { t, label } = useT()
  const name = label(field.label) || field.name
  return (
    <div role="note" className={styles['note']}>
      <Icon icon={Puzzle} size="small" />
      <p>
        {name !== '' && (
          <>
            <bdi className={styles['name']}>{name}</bdi>{' '}
          </>
        )}
        {t('galley:inputs.uiField')}
      </p>
    </div>
  )
}

export const ui: ContainerFieldModule<UiField> = { Input: UiFieldInput }
