import { Hourglass } from 'lucide-react'
import { useT } from '../../../i18n/use-t.ts'
import { Note } from '../../../ui/note/note.tsx'
import { useDocumentLock } from './document-lock.tsx'

/** That somebody else has edits of this document that the server does not have yet. */
export function OthersUnsentNote() {
  const words = useT()
  const { t } = words
  const { other, othersUnsent } = useDocumentLock()
  // Who is at it now has something of it for sure.
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
