import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { useCollection } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import styles from './relation.module.css'
import { isLostState, type Related } from './use-related.ts'

/** A related document by its title and, where that is in question, its collection; or what became of it. */
export function RelatedWords({ field, related }: { field: RelationField; related: Related }) {
  const { t, label } = useT()
  const collection = useCollection(related.ref.slug)
  const isLost = isLostState(related.state)
  return (
    <span className={styles['text']} title={isLost ? lostHelp(related, t) : related.title}>
      {isLost ? <span className={styles['lost']}>{related.title}</span> : <bdi>{related.title}</bdi>}
      {related.state === 'new' && <span className={styles['aside']}> {t('galley:relation.new')}</span>}
      {field.relationTo.length > 1 && (
        <span className={styles['aside']}>
          {' '}
          {label(collection?.labels.singular ?? null) || related.ref.slug}
        </span>
      )}
    </span>
  )
}

/** Why there is no title, and which document it is. */
export function lostHelp({ state, ref }: Related, t: ReturnType<typeof useT>['t']): string {
  if (!isLostState(state)) return ''
  return `${t(`galley:relation.${state}Help`)} · ${t('galley:list.id', { id: ref.id })}`
}
