import { Hourglass } from 'lucide-react'
import { useT } from '../../../i18n/use-t.ts'
import { Note } from '../../../ui/note/note.tsx'
import { useDocumentLock } from './document-lock.tsx'

/** The note that another user has unsent edits of this document. */
export function OthersUnsentNote() {
  const words = useT()
  const { t } = words
  const { other, othersUnsent } = useDocumentLock()
  // The lock's note covers its holder's edits.
  if (other !== null) return null
  return othersUnsent.map(({ by, since }) => (
    <Note key={`${by} ${since}`} icon={Hourglass} role="status">
      {t('galley:lock.othersUnsent', {
        name: by ?? t('general:anotherUser'),
        time: words.formatMoment(since),
      })}
    </Note>
  ))
}
