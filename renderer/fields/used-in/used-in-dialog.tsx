import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DocumentLinks } from './document-links.tsx'
import styles from './used-in.module.css'
import { useUsedIn } from './use-used-in.ts'

type UsedInProps = {
  of: CollectionRef
  title: string
  locale: string | null
  /** Suffix of the documents' addresses. */
  suffix: string
  onClose: () => void
}

/** The list of documents that refer to a file, as links by title. */
export function UsedInDialog({ of, title, locale, suffix, onClose }: UsedInProps) {
  const { t } = useT()
  const { refs, state } = useUsedIn(of, locale)
  return (
    <Dialog
      title={t('galley:media.usedInTitle', { title })}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('general:close')}</Button>}
    >
      <p role="status" className={styles['note']}>
        {refs.length === 0 && state !== 'asking' && (
          <strong>{t(state === 'asked' ? 'galley:media.unused' : 'galley:media.unusedHere')}</strong>
        )}{' '}
        {t(`galley:media.known.${state}`)}
      </p>
      {refs.length > 0 && (
        <DocumentLinks
          refs={refs}
          label={t('galley:media.usedIn')}
          locale={locale}
          suffix={suffix}
          onFollow={onClose}
        />
      )}
    </Dialog>
  )
}
