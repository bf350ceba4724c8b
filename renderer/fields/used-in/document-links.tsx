import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocumentRows } from '../../data/use-document-rows.ts'
import { useT } from '../../i18n/use-t.ts'
import styles from './document-links.module.css'

type LinksProps = {
  refs: readonly DocRef[]
  /** Label of the list. */
  label: string
  locale: string | null
  /** Suffix of the documents' addresses. */
  suffix: string
  onFollow: () => void
}

/** Links to documents, by title. */
export function DocumentLinks({ refs, label: name, locale, suffix, onFollow }: LinksProps) {
  const { t, label } = useT()
  const schema = useSchema()
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
    <ul aria-label={name} className={styles['links']}>
      {refs.map((ref) => (
        <li key={refKey(ref)}>
          <Link to={adminRoutes.document(ref) + suffix} onClick={onFollow} className={styles['link']}>
            <bdi>{titleOf(ref)}</bdi>
          </Link>
          {ref.kind === 'collection' && <span className={styles['kind']}>{kindOf(ref)}</span>}
        </li>
      ))}
    </ul>
  )
}
