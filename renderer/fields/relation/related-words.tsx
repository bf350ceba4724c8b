import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { useCollection } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import styles from './relation.module.css'
import { isLostState, type Related } from './use-related.ts'
import { own, type JsonObject } from '../../../shared/json.ts'
import { formatFilesize } from '../../../shared/fields/file/file-facts.ts'

/** A related document by its title, with its collection if the field has several; a lost one by its state. */
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

/** Returns the reason that the title is missing, with the document's id; '' if it has one. */
export function lostHelp({ state, ref }: Related, t: ReturnType<typeof useT>['t']): string {
  if (!isLostState(state)) return ''
  return `${t(`galley:relation.${state}Help`)} · ${t('galley:list.id', { id: ref.id })}`
}

/** The facts of a file: name, size and mime type (S3.28). */
export function FileFacts({ data, title }: { data: JsonObject; title: string }) {
  const name = textOf(own(data, 'filename'))
  const size = own(data, 'filesize')
  const facts = [
    // Most files have their name as title.
    name === title ? '' : name,
    typeof size === 'number' ? formatFilesize(size) : '',
    textOf(own(data, 'mimeType')),
  ].filter((fact) => fact !== '')
  return (
    facts.length > 0 && (
      <span className={styles['facts']}>
        {facts.map((fact, at) => (
          <span key={fact}>
            {at > 0 && ' · '}
            <bdi>{fact}</bdi>
          </span>
        ))}
      </span>
    )
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
