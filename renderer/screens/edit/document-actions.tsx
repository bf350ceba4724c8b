import { Archive, Languages, Undo2 } from 'lucide-react'
import { memo, useState } from 'react'
import { dataFields } from '../../../shared/cms/fields.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useConnection } from '../../data/queries.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useWriteHold } from '../../fields/field-scope.tsx'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useWhyNot } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { SplitButton } from '../../ui/split-button/split-button.tsx'
import { ActionCommands, menuItems, type DocumentAction } from './document-action.tsx'
import {
  canPublishSomething,
  canUnpublish,
  canUnpublishIn,
  hasConflict,
  publishToTakeBack,
} from './document-status.ts'
import { useNewPassword } from './credentials/new-password.tsx'
import { RevertDialog } from './revert-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useTitleNow } from './use-document-title.ts'
import { useLaterActions } from './use-later-actions.ts'
import { useUnpublishInLocale, useWaysToPublish, type WayToPublish } from './use-ways-to-publish.ts'
import { usePublishing } from './use-publishing.tsx'
import { useSaving, type SaveMode } from './use-saving.ts'
import { useTakeBackPublish } from '../../unsent/use-unsent-actions.tsx'

const PUBLISH_SHORTCUT = 'Mod+Shift+S'

/**
 * The buttons Save, or Save Draft and Publish; one is filled. They work offline, since they only queue; only
 * the password of a new user needs the server.
 */
export const DocumentActions = memo(function DocumentActions({ session }: { session: DocumentSession }) {
  const { t } = useT()
  const { entity } = useDocument()
  const whyNot = useWhyNot()
  const newPassword = useNewPassword()
  const dirty = useDocumentState((form) => form.dirty) || (newPassword?.password ?? '') !== ''
  const { busy, run } = useSaving(session)
  const drafts = entity.versions?.drafts === true

  const hold = useWriteHold()
  const isNew = useDocumentState(({ view }) => view.isNew && view.entries.length === 0)
  const canBeSaved = dirty || (isNew && !drafts && !hasInputs(entity.fields))
  const saveReason =
    hold ?? whyNot('edit') ?? (canBeSaved ? whyNot('update') : t('galley:edit.nothingToSave'))
  useCommand({
    id: 'document.save',
    title: drafts ? 'version:saveDraft' : 'general:save',
    also: 'galley:palette.also.save',
    shortcut: 'Mod+S',
    inDrawers: true,
    idleReason: saveReason,
    run: () => {
      if (saveReason === null) void run(drafts ? 'draft' : 'save')
    },
  })

  if (!drafts) {
    return (
      <Button
        variant="primary"
        size="header"
        shortcut="Mod+S"
        disabledReason={saveReason}
        onPress={() => void run('save')}
        busyLabel={busy === 'save' ? t('general:saving') : null}
      >
        {t('general:save')}
      </Button>
    )
  }
  return (
    <>
      <Button size="header" shortcut="Mod+S" disabledReason={saveReason} onPress={() => void run('draft')}>
        {t('version:saveDraft')}
      </Button>
      <PublishButton session={session} busy={busy !== null && busy !== 'draft'} run={run} />
    </>
  )
})

/** True if a person can type or choose anything in the form; a user who has an API key alone has no such field. */
function hasInputs(fields: Field[]): boolean {
  return dataFields(fields).some((node) =>
    node.type === 'nested' ? hasInputs(node.fields) : !node.hidden && !node.disabled && node.type !== 'join',
  )
}

type PublishProps = {
  session: DocumentSession
  /** True while a publish or unpublish is being queued; a draft may wait for its file meanwhile. */
  busy: boolean
  run: (mode: SaveMode) => Promise<string | null>
}

type PublishQuestion = 'unpublish' | 'unpublish-locale' | 'schedule' | 'revert'

/** The button that publishes, with a menu for scheduling, reverting and unpublishing. */
function PublishButton({ session, busy, run }: PublishProps) {
  const { t } = useT()
  const hold = useWriteHold()
  const whyNot = useWhyNot()
  const denied = hold ?? whyNot('publish')
  const online = useConnection()?.status === 'online'
  const takeBack = useTakeBackActions()
  const later = useLaterActions({
    denied,
    onSchedule: () => setAsking('schedule'),
    onRevert: () => setAsking('revert'),
  })
  const [asking, setAsking] = useState<PublishQuestion | null>(null)
  const whyNotBy = useWhyNotPublish(denied)
  const [way, other] = useWaysToPublish()
  const reason = whyNotBy(way.mode)
  const whenOnline =
    way.titleVars === undefined
      ? t('galley:edit.publishWhenOnline')
      : t('galley:edit.publishInWhenOnline', way.titleVars)
  const { publishBy, question } = usePublishing(run)
  const publish = () => {
    if (reason === null && !busy) publishBy(way.mode)
  }
  useCommand({
    id: 'document.publish',
    title: way.title,
    also: 'galley:palette.also.publish',
    ...(way.titleVars && { titleVars: way.titleVars }),
    shortcut: PUBLISH_SHORTCUT,
    run: publish,
    inDrawers: true,
    when: () => reason === null,
  })
  const unpublish = useUnpublishActions(hold ?? whyNot('unpublish'), setAsking)
  const actions: DocumentAction[] = [
    ...takeBack,
    ...(other === undefined
      ? []
      : [
          {
            id: `also-${other.mode}`,
            title: other.title,
            ...(other.titleVars && { titleVars: other.titleVars }),
            icon: Languages,
            disabledReason: whyNotBy(other.mode),
            onAction: () => publishBy(other.mode),
          },
        ]),
    ...later,
    ...unpublish,
  ]
  return (
    <>
      <SplitButton
        label={online ? t(way.title, way.titleVars) : whenOnline}
        shortcut={PUBLISH_SHORTCUT}
        onPress={publish}
        menuLabel={t('galley:edit.morePublish')}
        items={menuItems(actions, t)}
        disabledReason={reason}
      />
      <ActionCommands actions={actions} />
      {asking !== null && (
        <PublishDialog session={session} asking={asking} run={run} onClose={() => setAsking(null)} />
      )}
      {question}
    </>
  )
}

/** Returns the reason that a way to publish is not possible, as text; null: it is. `denied`: the reason for all. */
function useWhyNotPublish(denied: string | null): (mode: WayToPublish['mode']) => string | null {
  const { t } = useT()
  const { locale, locales } = useContentLocale()
  const codes = locales.map(({ code }) => code)
  const worth = useDocumentState(({ view, dirty }) => canPublishSomething(view, dirty, codes))
  const conflict = useDocumentState(({ view }) => hasConflict(view))
  const conflictFirst = conflict ? t('galley:edit.decideConflictFirst') : null
  const worthHere = useDocumentState(({ view, dirty }) => canPublishSomething(view, dirty, [locale]))
  return (mode) => {
    const isWorthIt = mode === 'publish' ? worth : worthHere
    return denied ?? conflictFirst ?? (isWorthIt ? null : t('galley:edit.nothingToPublish'))
  }
}

/** Returns the action that takes a queued publish back; none without one. */
function useTakeBackActions(): DocumentAction[] {
  const queued = useDocumentState(({ view }) => publishToTakeBack(view))
  const takeBack = useTakeBackPublish()
  if (queued === null) return []
  return [
    {
      id: 'take-back',
      title: 'galley:edit.takeBackPublish',
      icon: Undo2,
      onAction: () => takeBack(queued),
    },
  ]
}

/** Returns the actions that unpublish, in one locale or in all. `denied`: reason that neither is permitted. */
function useUnpublishActions(
  denied: string | null,
  onAsk: (question: 'unpublish' | 'unpublish-locale') => void,
): DocumentAction[] {
  const { t } = useT()
  const { locale } = useContentLocale()
  const published = useDocumentState(({ view }) => canUnpublish(view))
  const publishedHere = useDocumentState(({ view }) => canUnpublishIn(view, locale))
  const outOfLocale = useUnpublishInLocale(
    () => onAsk('unpublish-locale'),
    denied ?? (publishedHere ? null : t('galley:edit.notPublished')),
  )
  return [
    ...outOfLocale,
    {
      id: 'unpublish',
      title: 'version:unpublish',
      also: 'galley:palette.also.unpublish',
      icon: Archive,
      danger: true,
      disabledReason: denied ?? (published ? null : t('galley:edit.notPublished')),
      onAction: () => onAsk('unpublish'),
    },
  ]
}

type PublishDialogProps = Pick<PublishProps, 'session' | 'run'> & {
  asking: PublishQuestion
  onClose: () => void
}

/** The dialog of an action: the schedule, the revert to the published version, or the question before unpublishing. */
function PublishDialog({ session, run, asking, onClose }: PublishDialogProps) {
  const { t } = useT()
  const docRef = useDocument().getRef()
  const titleNow = useTitleNow()
  const { locale, locales } = useContentLocale()
  if (asking === 'schedule') return <ScheduleDialog docRef={docRef} title={titleNow()} onClose={onClose} />
  if (asking === 'revert') return <RevertDialog session={session} onClose={onClose} />
  const here = locales.find(({ code }) => code === locale)?.label ?? ''
  const isWhole = asking === 'unpublish'
  return (
    <ConfirmDialog
      title={t('version:confirmUnpublish')}
      body={isWhole ? t('version:aboutToUnpublish') : t('version:aboutToUnpublishIn', { locale: here })}
      confirmLabel={isWhole ? t('version:unpublish') : t('version:unpublishIn', { locale: here })}
      danger
      onConfirm={() => {
        onClose()
        void run(asking)
      }}
      onCancel={onClose}
    />
  )
}
