import { OctagonAlert } from 'lucide-react'
import { serverPathToIds } from '../../../shared/document/server-path.ts'
import { type OutboxEntry, type WriteMode } from '../../../shared/sync/entry.ts'
import { isFailing } from '../../../shared/sync/queue.ts'
import { generalWords } from '../../../shared/sync/server-error.ts'
import { waysOut, waysOutOf, WAITS_FOR_SITE } from '../../../shared/sync/ways-out.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocumentState, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { modeWords, pathLabel, problemWords, waitWords } from '../../unsent/entry-words.ts'
import { WayButtons } from '../../unsent/way-buttons.tsx'
import styles from './document-notes.module.css'
import { troubleId } from './trouble-id.ts'
import { useOnScreen } from './use-on-screen.ts'
import { useOwnEntryActions } from './use-own-entry-actions.ts'
import { VanishedValues } from './vanished-values.tsx'
import { useSaving, type SaveMode } from './use-saving.ts'

const SAVES_AGAIN: Record<WriteMode, SaveMode | null> = {
  save: 'save',
  draft: 'draft',
  autosave: 'draft',
  publish: 'publish',
  'publish-locale': 'publish-locale',
  unpublish: null,
  'unpublish-locale': null,
  delete: null,
}

/** An edit that the server refused or that cannot go on by itself: what, why in its words, what can be done (SY10). */
export function ProblemNote({ entry, session }: { entry: OutboxEntry; session: DocumentSession }) {
  const { t, label, formatTime } = useT()
  const form = useForm()
  const onScreen = useOnScreen()
  const actions = useOwnEntryActions(entry, session)
  const saving = useSaving(session)
  const mended = useDocumentState(({ view, dirty }) => dirty || view.entries.at(-1)?.key !== entry.key)
  const problem = entry.problem
  const general = problem === null ? '' : generalWords(problem)
  const failing = isFailing(entry)
  const waits = failing ? null : waitWords(entry, waysOutOf(entry), t)
  const code = problem?.code ?? 'rejected'
  // What was mended since leaves together with what was refused: the same is asked for once more, with all of it.
  const again: SaveMode | null =
    waysOut[code].includes('edit') && mended && entry.locale === form.locale ? SAVES_AGAIN[entry.mode] : null
  const warns = failing || code === 'base-moved' || code === 'outcome-unknown'
  // The server names a place by row numbers and locale; the form by the ids of rows.
  const placeOf = (path: string) => serverPathToIds(form.fields, form.data(), path, entry.locale)
  const lead = (path: string) => {
    const place = placeOf(path)
    onScreen(place.locale).show(place.path)
  }
  return (
    <Note
      id={troubleId(entry)}
      tone={warns ? 'warn' : 'bad'}
      icon={OctagonAlert}
      role="status"
      title={t(failing ? 'galley:edit.notYetDone' : 'galley:edit.notDone', {
        what: modeWords(entry, t),
        time: formatTime(failing ? entry.createdAt : entry.updatedAt),
      })}
    >
      {problemWords(entry, t)}
      {general !== '' && (
        <span className={styles['words']}>
          {t('galley:sync.server')}: {t('galley:sync.quoted', { words: general })}
        </span>
      )}
      {WAITS_FOR_SITE.has(code) && entry.changes.length > 0 && <VanishedValues changes={entry.changes} />}
      {problem && !WAITS_FOR_SITE.has(code) && problem.fields.length > 0 && (
        <ul className={styles['fields']}>
          {problem.fields.map(({ path, message }) => (
            <li key={path}>
              <button type="button" className={styles['link']} onClick={() => lead(path)}>
                {pathLabel(form.fields, placeOf(path).path, { t, label }, form.data())}
              </button>
              {message !== '' && (
                <>
                  : <bdi>{message}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {waits !== null && <span className={styles['words']}>{waits}</span>}
      <div className={styles['actions']}>
        <WayButtons
          ways={waysOutOf(entry)}
          actions={actions}
          href={null}
          {...(again !== null && { again: { busy: saving.busy !== null, onPress: () => saving.run(again) } })}
        />
      </div>
      {actions.dialog}
    </Note>
  )
}
