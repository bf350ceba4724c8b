import { History } from 'lucide-react'
import { useRef, useState } from 'react'
import { Dialog } from 'react-aria-components'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../../shared/cms/routes.ts'
import type { LastChange } from '../../../../shared/ipc.ts'
import { useCommand } from '../../../commands/use-commands.ts'
import { galley } from '../../../data/bridge.ts'
import { localeSuffix } from '../../../data/locale-of.ts'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'
import type { FieldMark } from '../../../form/form-snapshot.ts'
import { useT, type UseT } from '../../../i18n/use-t.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { announce } from '../../../ui/live-region/announce.ts'
import { Popover } from '../../../ui/popover/popover.tsx'
import { pathLabel } from '../../../unsent/entry-words.ts'
import { useIsOnScreen } from '../editor-place.ts'
import styles from './field-history.module.css'
import { useLastField, type LastField } from './use-last-field.ts'

export const FIELD_HISTORY_SHORTCUT = 'Shift+F8'

/** Marks of a field with a value that the server does not have. */
const UNSENT: ReadonlySet<FieldMark> = new Set(['conflict', 'edited', 'waiting'])

/** `unsent`: the last change is an edit that the server does not have. */
type Shown = LastField & { change: LastChange | { outcome: 'unsent' } }

/** The last change of the focused field, with its author if known, and a link to the comparison. */
export function FieldHistory({ docRef: ref }: { docRef: DocRef }) {
  const { t } = useT()
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isOnScreen = useIsOnScreen()
  const last = useLastField()
  const [shown, setShown] = useState<Shown | null>(null)
  useCommand({
    id: 'document.fieldHistory',
    title: 'galley:fieldHistory.command',
    also: 'galley:palette.also.fieldHistory',
    icon: History,
    shortcut: FIELD_HISTORY_SHORTCUT,
    when: () => entity.versions !== null && !isNew && isOnScreen,
    run: () => {
      const field = last.current
      if (field === null) return announce(t('galley:fieldHistory.noField'))
      const { form, path } = field
      if (UNSENT.has(form.getField(path).mark)) return setShown({ ...field, change: { outcome: 'unsent' } })
      galley
        .call('versions.lastChange', { ref, path, locale: form.locale })
        .then((change) => setShown({ ...field, change }))
        .catch(console.error)
    },
  })
  return shown === null ? null : <Answer docRef={ref} shown={shown} onClose={() => setShown(null)} />
}

function Answer({ docRef: ref, shown, onClose }: { docRef: DocRef; shown: Shown; onClose: () => void }) {
  const words = useT()
  const { t, label } = words
  const { entity, data } = useDocument()
  const { change, element, path, form } = shown
  const anchor = useRef(element)
  const name = pathLabel(entity.fields, path, { t, label }, data())
  return (
    <Popover placement="bottom start" at={{ anchor, onClose, label: t('galley:fieldHistory.command') }}>
      <Dialog aria-label={t('galley:fieldHistory.command')} className={styles['answer'] ?? ''}>
        <h2 className={styles['name']}>
          <bdi>{name}</bdi>
        </h2>
        <p className={styles['words']}>{wordsOf(change, words)}</p>
        <ButtonLink to={addressOf(ref, change, form.locale)} size="header">
          {change.outcome === 'changed' ? t('galley:fieldHistory.compare') : t('version:versions')}
        </ButtonLink>
      </Dialog>
    </Popover>
  )
}

function wordsOf(change: Shown['change'], { t, formatMoment }: UseT): string {
  switch (change.outcome) {
    case 'changed': {
      const vars = {
        before: formatMoment(change.before.updatedAt),
        date: formatMoment(change.version.updatedAt),
      }
      return t(change.own ? 'galley:fieldHistory.own' : 'galley:fieldHistory.between', vars)
    }
    case 'same':
      return t('galley:fieldHistory.same', { date: formatMoment(change.since.updatedAt) })
    case 'unsent':
      return t('galley:fieldHistory.unsent')
    case 'unknown':
      return t('galley:fieldHistory.unknown')
  }
}

/** Returns the address of the comparison around the change; without one, that of the list of versions. */
function addressOf(ref: DocRef, change: Shown['change'], locale: string | null): string {
  if (change.outcome !== 'changed') return adminRoutes.versions(ref) + localeSuffix(locale)
  const params = new URLSearchParams({
    ...(locale !== null && { locale }),
    versionFrom: change.before.id,
  })
  return `${adminRoutes.version(ref, change.version.id)}?${params.toString()}`
}
