import type { PolicyDecision } from '../../../shared/policy.ts'
import { useBootstrap } from '../../data/queries.ts'
import { usePolicy, usePolicyProblems } from '../../data/policy.ts'
import { useT } from '../../i18n/use-t.ts'
import styles from './settings-screen.module.css'

/** Keys whose settings show themselves that they are managed. */
const WITH_SETTING = ['keepDocuments', 'keepMegabytes', 'language']

/** The policy's other decisions, and its errors. */
export function PolicySection() {
  const { t, formatList } = useT()
  const { servers } = useBootstrap()
  const { decisions, serverIds } = usePolicy()
  const shown = decisions.filter(({ key, text }) => !WITH_SETTING.includes(key) && text !== null)
  const problems = usePolicyProblems()
  const valueOf = ({ key, text }: PolicyDecision): string => {
    if (text === 'true' || text === 'false')
      return t(text === 'true' ? 'galley:policy.yes' : 'galley:policy.no')
    if (key === 'servers')
      return formatList(servers.filter(({ id }) => serverIds.includes(id)).map(({ name }) => name))
    return t('galley:policy.set')
  }
  if (shown.length === 0 && problems.length === 0) return null
  return (
    <>
      <h3 className={styles['label']}>{t('galley:policy.managed')}</h3>
      {shown.length > 0 && (
        <dl className={styles['facts']}>
          {shown.map((decision) => (
            <div key={decision.key} className={styles['decided']}>
              <dt>{t(`galley:policy.key.${decision.key}`)}</dt>
              <dd>{valueOf(decision)}</dd>
            </div>
          ))}
        </dl>
      )}
      {problems.length > 0 && (
        <div role="note">
          {problems.map((words) => (
            <p key={words} className={styles['hint']}>
              {words}
            </p>
          ))}
          <p className={styles['hint']}>{t('galley:policy.tell')}</p>
        </div>
      )}
    </>
  )
}
