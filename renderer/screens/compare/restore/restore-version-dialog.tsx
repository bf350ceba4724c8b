import { useNavigate, useSearchParams } from 'react-router-dom'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { orderFields } from '../../../../shared/cms/order-fields.ts'
import { adminRoutes } from '../../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../../shared/cms/schema-model.ts'
import { restoreEffect, type RestoreEffect } from '../../../../shared/document/restore-effect.ts'
import { serverPathToIds } from '../../../../shared/document/server-path.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { DocumentView, VersionRow } from '../../../../shared/ipc.ts'
import { callReason, notDoneReason } from '../../../data/failure-reasons.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { localeSuffix } from '../../../data/locale-of.ts'
import { useConnection } from '../../../data/queries.ts'
import { useSchema } from '../../../data/schema-context.tsx'
import type { Translate } from '../../../i18n/translator.ts'
import { useT } from '../../../i18n/use-t.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { useToast } from '../../../ui/toast/toast-queue.ts'
import { pathLabel } from '../../../unsent/entry-words.ts'
import { useRestore, type Restore } from './use-restore.ts'

export type RestoreVersionDialogProps = {
  docRef: DocRef
  entity: Collection | Global
  version: VersionRow
  /** Content of the version. */
  data: JsonObject
  asDraft: boolean
  /** The document on this computer; null if this computer does not have it. */
  view: DocumentView | null
  onClose: () => void
  /**
   * Switches to a restore as a draft, which keeps the published version; null: chosen already, or impossible.
   */
  onAsDraft: (() => void) | null
  /** Makes edits of the version in the form, if the server cannot restore it. */
  onTakeAsEdits: () => void
}

/** The question before restoring a version (S8.03, S8.04), with the consequences for the document. */
export function RestoreVersionDialog(props: RestoreVersionDialogProps) {
  const { docRef, entity, version, data, asDraft, view } = props
  const { t, label, formatDate } = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { locale } = useContentLocale()
  const schema = useSchema()
  const { localization } = schema
  const status = useConnection()?.status ?? 'checking'
  const restore = useRestore({
    ref: docRef,
    version,
    asDraft,
    view,
    locale,
    onDone(message, isStillHere) {
      toast.success(message || t('version:restoredSuccessfully'), { cause: FAILED })
      if (!isStillHere) return
      props.onClose()
      void navigate(adminRoutes.document(docRef) + localeSuffix(params.get('locale')))
    },
    onFailed: () => toast.error(t('version:problemRestoringVersion'), { cause: FAILED }),
  })
  const effect = effectOf(props, schema)
  const name = label(entity.kind === 'global' ? entity.label : entity.labels.singular) || entity.slug
  const about = entity.kind === 'global' ? 'version:aboutToRestoreGlobal' : 'version:aboutToRestore'
  const { unsent } = restore
  const nameOf = (code: string) =>
    label(localization?.locales.find((one) => one.code === code)?.label ?? null) || code
  const unreached = UNREACHED[status] ?? null
  const reason = restore.failed !== null ? failedReason(restore.failed, t) : null
  const words = restore.failed !== null && 'fields' in restore.failed ? restore.failed.fields : []
  const extra =
    restore.failed !== null || unreached !== null
      ? { label: t('galley:restore.takeAsEdits'), onPress: props.onTakeAsEdits }
      : props.onAsDraft !== null && effect.published !== 'stays' && !restore.isRestoring
        ? { label: t('version:restoreAsDraft'), onPress: props.onAsDraft }
        : null
  // The server validates the version in the default locale.
  const fieldLabel = (path: string) => {
    const place = serverPathToIds(entity.fields, data, path, localization?.defaultLocale ?? null)
    return pathLabel(entity.fields, place.path, { t, label }, data)
  }
  return (
    <ConfirmDialog
      danger={effect.published === 'goes' || effect.published === 'changes'}
      title={t('version:confirmVersionRestoration')}
      body={
        <>
          <span>{t(about, { label: name, versionDate: formatDate(version.updatedAt) })}</span>
          {effectLines(effect, t, nameOf).map((line) => (
            <span key={line}>{line}</span>
          ))}
          {unsent > 0 && <span>{t('galley:restore.unsent', { count: unsent })}</span>}
          {unreached !== null && <span role="status">{t(unreached)}</span>}
          {restore.isStuck && <span role="status">{t('galley:restore.stuck')}</span>}
          {reason !== null && <span role="alert">{reason}</span>}
          {words.map(({ path, message }) => (
            <span key={`${path} ${message}`}>
              {t('galley:restore.field', { field: fieldLabel(path), words: message })}
            </span>
          ))}
        </>
      }
      confirmLabel={t('general:confirm')}
      busyLabel={restore.isRestoring ? t('version:restoring') : null}
      onConfirm={restore.confirm}
      onCancel={props.onClose}
      {...(extra !== null && { extra })}
    />
  )
}

const FAILED = 'restore-version'

/** Returns the effect of the restore on the site's document. */
function effectOf(
  { entity, version, asDraft, view }: RestoreVersionDialogProps,
  schema: ReturnType<typeof useSchema>,
): RestoreEffect {
  return restoreEffect({
    drafts: entity.versions?.drafts === true,
    isUpload: entity.kind === 'collection' && entity.upload !== false,
    isOrdered: entity.kind === 'collection' && orderFields(schema, entity).length > 0,
    isLocalized: (schema.localization?.locales.length ?? 0) > 1,
    asDraft,
    version,
    document: view?.base ?? { status: null, hasPublished: null },
  })
}

/** Texts for the known reasons that the server cannot be asked. */
const UNREACHED: { readonly [status: string]: string } = {
  offline: 'galley:restore.offline',
  'signed-out': 'galley:restore.signedOut',
}

function effectLines(
  { published, goesIn, allLocales, keepsFile, movesBack }: RestoreEffect,
  t: Translate,
  nameOf: (code: string) => string,
): string[] {
  return [
    goesIn.length > 0
      ? t('galley:restore.goesIn', { locales: goesIn.map(nameOf).join(', ') })
      : t(`galley:restore.${published}`),
    ...(allLocales ? [t('galley:restore.allLocales')] : []),
    ...(keepsFile ? [t('galley:restore.keepsFile')] : []),
    ...(movesBack ? [t('galley:restore.movesBack')] : []),
  ]
}

function failedReason(failed: NonNullable<Restore['failed']>, t: Translate): string {
  switch (failed.outcome) {
    case 'unsent':
      return t('galley:restore.stuck')
    case 'moved':
      return t('galley:restore.moved')
    case 'gone':
      return t('galley:restore.gone')
    case 'unknown':
      return t('galley:restore.unknown')
    case 'locked':
      return failed.by === null
        ? t('galley:sync.problem.locked')
        : t('galley:lock.problem', { name: failed.by })
    case 'broken':
      return callReason(failed.error, t)
    default:
      return notDoneReason(failed, t)
  }
}
