import { CircleHelp, LockKeyhole } from 'lucide-react'
import type { KnownPermissions } from '../../../shared/cms/document-permissions.ts'
import { conditionOf } from '../../../shared/cms/permissions.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useConnection } from '../../data/queries.ts'
import { useDocument, useDocumentState, useForm } from '../../form/form-context.tsx'
import { useJudged, usePermitted } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { useAskPermissions } from './use-ask-permissions.ts'

/** The note that the user may not edit the document, or that this is unknown offline. */
export function PermissionNote() {
  const { t } = useT()
  useAskPermissions()
  const { entity } = useDocument()
  const isGone = useDocumentState(({ view }) => view.isGone)
  const isNew = useDocumentState(({ view }) => view.isNew)
  const { kind, slug, permissions, known } = useJudged(entity, isNew)
  const permitted = usePermitted()
  const { may, isSure } = permitted('edit')
  const status = useConnection()?.status
  if (isNew || isGone || known === null) return null
  if (isSure && !may) return <NotAllowed known={known} />
  if (permitted('update').isSure) return null
  // Online nothing is shown yet, since the server is being asked.
  if (status !== 'offline' && status !== 'signed-out') return null
  if (!may) return <Note icon={LockKeyhole} role="status" title={t('galley:edit.may.unsureNot')} />
  // A permission without a condition is for all documents and needs no note, unless the server answered for this one.
  const hasCondition = permissions !== null && conditionOf(permissions, kind, slug, 'update') !== null
  if (!hasCondition && known.answer === null) return null
  return <Note icon={CircleHelp} role="status" title={t('galley:edit.may.unsure')} />
}

/** The note names the locale if other ones may be edited. */
function NotAllowed({ known }: { known: KnownPermissions }) {
  const { t } = useT()
  const { locale } = useForm()
  const { locales } = useContentLocale()
  const isOfLocale = Object.values(known.byLocale ?? {}).some(({ edit }) => edit)
  const label = locales.find(({ code }) => code === locale)?.label
  const title =
    isOfLocale && label !== undefined
      ? t('galley:edit.notAllowedIn', { locale: label })
      : t('galley:edit.notAllowed')
  return <Note icon={LockKeyhole} role="status" title={title} />
}
