import { OctagonAlert } from 'lucide-react'
import type { Problem } from '../../shared/sync/entry.ts'
import { generalWords } from '../../shared/sync/server-error.ts'
import { useT } from '../i18n/use-t.ts'
import { Note } from '../ui/note/note.tsx'
import styles from './server-words.module.css'

/** The server's message about the whole entry, quoted. `boxed`: in a note of its own. */
export function ServerWords({ problem, boxed = false }: { problem: Problem | null; boxed?: boolean }) {
  const { t } = useT()
  const words = problem === null ? '' : generalWords(problem)
  if (words === '') return null
  const quoted = t('galley:sync.quoted', { words })
  if (!boxed)
    return (
      <span className={styles['words']}>
        {t('galley:sync.server')}: {quoted}
      </span>
    )
  return (
    <Note tone="bad" icon={OctagonAlert} title={t('galley:sync.server')}>
      <br />
      {quoted}
    </Note>
  )
}
