import { TriangleAlert } from 'lucide-react'
import { shownAt } from '../../../shared/document/open-differences.ts'
import type { OpenDifference } from '../../../shared/sync/sent-entry.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useFieldScope } from '../../fields/field-scope.tsx'
import { keepSaved } from '../../fields/saved-note/differences-context.tsx'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { Note } from '../../ui/note/note.tsx'
import { pathLabel } from '../../unsent/entry-words.ts'
import styles from './document-notes.module.css'
import { useOnScreen } from './editor-place.ts'

/** The note of values that the server does not have as they were sent, in all locales, with links (SY16). */
export function DifferencesNote() {
  const differences = useDocumentState((snapshot) => snapshot.differences)
  return differences.length > 0 && <OpenDifferences differences={differences} />
}

function OpenDifferences({ differences }: { differences: readonly OpenDifference[] }) {
  const { t, label } = useT()
  const document = useDocument()
  const { locale } = useContentLocale()
  const onScreen = useOnScreen()
  const { mayWrite } = useFieldScope()
  const writable = differences.filter(({ path }) => mayWrite(path))
  const data = document.data()

  return (
    <Note
      tone="warn"
      icon={TriangleAlert}
      role="status"
      title={`${t('galley:saved.notSaved', { count: differences.length })}.`}
    >
      {t('galley:saved.intro')}
      <ul className={styles['fields']}>
        {differences.map((difference) => (
          <li key={`${difference.kind} ${difference.locale ?? ''} ${difference.path}`}>
            <button
              type="button"
              className={styles['link']}
              onClick={() => onScreen(difference.locale).show(shownAt(difference))}
            >
              {pathLabel(document.entity.fields, difference.path, { t, label }, data)}
            </button>{' '}
            {difference.locale !== null && difference.locale !== locale && (
              <LocaleBadge code={difference.locale} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button size="header" variant="quiet" onPress={() => void keepSaved(document.getRef(), differences)}>
          {t('galley:saved.keepAll')}
        </Button>
        {writable.length > 0 && (
          <Button size="header" onPress={() => document.putBack(writable)}>
            {t('galley:saved.putBackAll')}
          </Button>
        )}
      </div>
    </Note>
  )
}
