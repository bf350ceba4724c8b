import type { Change } from '../../../shared/document/change.ts'
import { useValueContext } from '../../fields/use-value-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { changeText } from '../../unsent/change-text.ts'
import styles from './document-notes.module.css'

const noName = () => null

/** Values typed in fields that left the schema (SY13), which no form shows. */
export function VanishedValues({ changes }: { changes: readonly Change[] }) {
  const { t } = useT()
  const context = useValueContext(noName)
  return (
    <span className={styles['words']}>
      {t('galley:saved.vanished')}
      <ul className={styles['fields']}>
        {changes.map((change) => (
          <li key={`${change.locale ?? ''} ${change.path}`}>
            <bdi>{change.path}</bdi>:{' '}
            <bdi>{changeText(change, null, change.locale, { from: context, to: context }).to}</bdi>
          </li>
        ))}
      </ul>
    </span>
  )
}
