import { serverPathToIds } from '../../../shared/document/server-path.ts'
import { type OutboxEntry, type WriteMode } from '../../../shared/sync/entry.ts'
import { waysOut, waysOutOf, WAITS_FOR_SITE } from '../../../shared/sync/ways-out.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocumentState, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { modeWords, pathLabel } from '../../unsent/entry-words.ts'
import styles from './document-notes.module.css'
import { TroubleNote } from './trouble-note.tsx'
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
  restore: null,
}

/**
 * The note of an entry that the server refused or that cannot continue by itself: the action, the server's reason and
 * the next steps (SY10).
 */
export function ProblemNote({ entry, session }: { entry: OutboxEntry; session: DocumentSession }) {
  const { t, label } = useT()
  const form = useForm()
  const onScreen = useOnScreen()
  const actions = useOwnEntryActions(entry, session)
  const saving = useSaving(session)
  const mended = useDocumentState(({ view, dirty }) => dirty || view.entries.at(-1)?.key !== entry.key)
  const problem = entry.problem
  const code = problem?.code ?? 'rejected'
  // Later corrections leave together with the refused entry: the same mode is saved again, with all of it.
  const again: SaveMode | null =
    waysOut[code].includes('edit') && mended && entry.locale === form.locale ? SAVES_AGAIN[entry.mode] : null
  // The server's paths have row numbers and a locale; the form's have row ids.
  const placeOf = (path: string) => serverPathToIds(form.fields, form.data(), path, entry.locale)
  const lead = (path: string) => {
    const place = placeOf(path)
    onScreen(place.locale).show(place.path)
  }
  return (
    <TroubleNote
      of={entry}
      what={modeWords(entry, t)}
      ways={waysOutOf(entry)}
      actions={actions}
      {...(again !== null && {
        again: { busy: saving.busy !== null, onPress: () => void saving.run(again) },
      })}
    >
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
    </TroubleNote>
  )
}
