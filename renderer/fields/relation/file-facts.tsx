import { own, type JsonObject } from '../../../shared/json.ts'
import { formatFilesize } from '../../../shared/fields/file/file-size.ts'
import styles from './relation.module.css'

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
