import { serverPathToIds } from '../../../shared/document/server-path.ts'
import type { OutboxEntry, WriteMode } from '../../../shared/sync/entry.ts'
import { waysOut, waysOutOf, WAITS_FOR_SITE } from '../../../shared/sync/ways-out.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocumentState, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { modeWords, pathLabel } from '../../unsent/entry-words.ts'
import styles from './document-notes.module.css'
import { TroubleNote } from './trouble-note.tsx'
import { useOnScreen } from './editor-place.ts'
import { useOwnEntryActions } from './use-own-actions.ts'
import { useSaving, type SaveMode } from './use-saving.ts'
import type { Change } from '../../../shared/document/change.ts'
import { useValueContext } from '../../fields/use-value-context.ts'
import { changeText } from '../../unsent/change-text.ts'

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
  // Corrections are saved in the mode of the refused entry, and sent together with its changes.
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
