import { Archive, Undo2 } from 'lucide-react'
import { memo, useState } from 'react'
import { useCommand } from '../../commands/use-commands.ts'
import { useConnection } from '../../data/queries.ts'
import { useCan } from '../../data/schema-context.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { SplitButton } from '../../ui/split-button/split-button.tsx'
import { canPublishSomething, canUnpublish, hasConflict, queuedPublish } from './document-status.ts'
import { useSaving } from './use-saving.ts'
import { useTakeBackPublish } from './use-take-back-publish.ts'

/** Save, or Save Draft and Publish; one filled button. All of them work offline: the server gets it later. */
export const DocumentActions = memo(function DocumentActions({ session }: { session: DocumentSession }) {
  const { t } = useT()
  const { entity } = useDocument()
  const can = useCan()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const dirty = useDocumentState((form) => form.dirty)
  const allowed = can(entity.kind, entity.slug, isNew && entity.kind === 'collection' ? 'create' : 'update')
  const { busy, run } = useSaving(session)
  const drafts = entity.versions?.drafts === true

  const denied = allowed ? null : t('galley:edit.notAllowed')
  const saveReason = denied ?? (dirty ? null : t('galley:edit.nothingToSave'))
  useCommand({
    id: 'document.save',
    title: drafts ? 'version:saveDraft' : 'general:save',
    shortcut: 'Mod+S',
    inDrawers: true,
    run: () => {
      if (saveReason === null) run(drafts ? 'draft' : 'save')
    },
  })

  if (!drafts) {
    return (
      <Button
        variant="primary"
        size="header"
        shortcut="Mod+S"
        disabledReason={saveReason}
        onPress={() => run('save')}
        busyLabel={busy === 'save' ? t('general:saving') : null}
      >
        {t('general:save')}
      </Button>
    )
  }
  return (
    <>
      <Button size="header" shortcut="Mod+S" disabledReason={saveReason} onPress={() => run('draft')}>
        {t('version:saveDraft')}
      </Button>
      <PublishButton denied={denied} busy={busy !== null} run={run} />
    </>
  )
})

type PublishProps = { denied: string | null; busy: boolean; run: (mode: 'publish' | 'unpublish') => void }

function PublishButton({ denied, busy, run }: PublishProps) {
  const { t } = useT()
  const online = useConnection()?.status === 'online'
  const worth = useDocumentState(({ view, dirty }) => canPublishSomething(view, dirty))
  const published = useDocumentState(({ view }) => canUnpublish(view))
  const conflict = useDocumentState(({ view }) => hasConflict(view))
  const queued = useDocumentState(({ view }) => queuedPublish(view))
  const takeBack = useTakeBackPublish()
  const [asking, setAsking] = useState(false)
  const reason =
    denied ??
    (conflict ? t('galley:edit.decideConflictFirst') : worth ? null : t('galley:edit.nothingToPublish'))
  const publish = () => {
    if (reason === null && !busy) run('publish')
  }
  useCommand({
    id: 'document.publish',
    title: 'version:publishChanges',
    run: publish,
    inDrawers: true,
    when: () => reason === null,
  })
  const items: MenuItemSpec[] = [
    ...(queued === null
      ? []
      : [
          {
            id: 'take-back',
            label: t('galley:edit.takeBackPublish'),
            icon: Undo2,
            onAction: () => takeBack(queued),
          },
        ]),
    {
      id: 'unpublish',
      label: t('version:unpublish'),
      icon: Archive,
      danger: true,
      disabledReason: denied ?? (published ? null : t('galley:edit.notPublished')),
      onAction: () => setAsking(true),
    },
  ]
  return (
    <>
      <SplitButton
        label={t(online ? 'version:publishChanges' : 'galley:edit.publishWhenOnline')}
        onPress={publish}
        menuLabel={t('galley:edit.morePublish')}
        items={items}
        disabledReason={reason}
      />
      {asking && (
        <ConfirmDialog
          title={t('version:confirmUnpublish')}
          body={t('version:aboutToUnpublish')}
          confirmLabel={t('version:unpublish')}
          danger
          onConfirm={() => {
            setAsking(false)
            run('unpublish')
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
