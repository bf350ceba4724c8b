import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocumentRows } from '../../data/use-document-rows.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './used-in.module.css'
import { useUsedIn } from './use-used-in.ts'

type UsedInProps = {
  of: CollectionRef
  title: string
  locale: string | null
  /** What follows the path of a document's screen. */
  suffix: string
  onClose: () => void
}

/** All documents that point at a file, by their titles, each of which leads to it. */
export function UsedInDialog({ of, title, locale, suffix, onClose }: UsedInProps) {
  const { t, label } = useT()
  const schema = useSchema()
  const { refs, state } = useUsedIn(of, locale)
  const documents = useMemo(() => refs.filter((ref) => ref.kind === 'collection'), [refs])
  const { rowOf } = useDocumentRows(documents, locale)
  const kindOf = ({ kind, slug }: DocRef): string => {
    const entity =
      kind === 'global'
        ? schema.globals.find((one) => one.slug === slug)?.label
        : schema.collections.find((one) => one.slug === slug)?.labels.singular
    return label(entity ?? null) || slug
  }
  const titleOf = (ref: DocRef): string =>
    ref.kind === 'global'
      ? kindOf(ref)
      : rowOf(ref.slug, ref.id)?.title || t('galley:list.id', { id: ref.id })
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
        <ul aria-label={t('galley:media.usedIn')} className={styles['uses']}>
          {refs.map((ref) => (
            <li key={refKey(ref)}>
              <Link to={adminRoutes.document(ref) + suffix} onClick={onClose} className={styles['use']}>
                <bdi>{titleOf(ref)}</bdi>
              </Link>
              {ref.kind === 'collection' && <span className={styles['kind']}>{kindOf(ref)}</span>}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
