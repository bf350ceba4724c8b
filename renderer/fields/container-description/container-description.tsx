import type { LocalizedText } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import styles from './container-description.module.css'

/** The site's description of a document, a group, a box or a tab; renders nothing if there is none. */
export function ContainerDescription({ text }: { text: LocalizedText | null }) {
  const words = useT().label(text)
  return words === '' ? null : <p className={styles['description']}>{words}</p>
}
