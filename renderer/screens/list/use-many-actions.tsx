import { Archive, CircleCheck, PencilLine, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { CallInput } from '../../../shared/ipc.ts'
import { useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { EditManyDrawer } from '../../fields/edit-many/edit-many-drawer.tsx'
import { useEditMany } from '../../fields/edit-many/use-edit-many.ts'
import type { Chosen } from '../../fields/document-rows/use-selected-rows.ts'
import { useWhyNotRows } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { DeleteDialog } from '../../fields/document-rows/delete-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'

/** The documents of an action. */
export type ManyDocuments = {
  documents: readonly Chosen[]
  /** Reasons that an action would change nothing. */
  reasons?: { publish?: string | null; unpublish?: string | null; delete?: string | null }
  /** Title, if it is one document; a selection has none. */
  title?: string
  /** Called when the action is queued. */
  onDone?: () => void
}

type What = 'edit' | 'publish' | 'unpublish' | 'delete'

type Question = { what: What; target: ManyDocuments }

type ManyInput = Pick<CallInput<'documents.editMany'>, 'mode' | 'values'>

/** Returns the actions on one or many documents of a list; each document gets an entry of its own. */
export function useManyActions(
  collection: Collection,
  locale: string | null,
): { itemsFor: (target: ManyDocuments) => MenuItemSpec[]; dialog: ReactNode } {
  const publishing = usePublishing(collection, locale)
  const { busy, run } = useEditMany(collection.slug, locale)
  const [asking, setAsking] = useState<Question | null>(null)
  const itemsFor = useManyItems(collection, publishing, setAsking)

  async function act(input: ManyInput): Promise<boolean> {
    if (asking === null) return false
    const { what, target } = asking
    const { documents, onDone } = target
    const shown = Object.fromEntries(documents.map(({ ref, updatedAt }) => [refId(ref), updatedAt]))
    const outcome = await run({ ids: documents.map(({ ref }) => refId(ref)), shown, ...input })
    // The drawer stays with its values, which may be tried again; a question that came to nothing is over.
    if (outcome === 'failed' || (outcome === 'nothing' && what === 'edit')) return false
    setAsking(null)
    if (outcome === 'queued') onDone?.()
    return true
  }

  return {
    itemsFor,
    dialog: asking !== null && (
      <ManyDialog
        collection={collection}
        locale={locale}
        asking={asking}
        busy={busy}
        publishing={publishing}
        onAct={act}
        onCancel={() => setAsking(null)}
      />
    ),
  }
}

/** Returns the menu items of the actions; each asks a question first. */
function useManyItems(
  collection: Collection,
  publishing: Publishing,
  onAsk: (question: Question) => void,
): (target: ManyDocuments) => MenuItemSpec[] {
  const { t } = useT()
  const { trash } = collection
  const whyNot = useWhyNotRows(collection.slug)
  return (target) => {
    const { documents, reasons = {} } = target
    const ask = (what: What) => () => onAsk({ what, target })
    // The site's rules for bulk actions do not apply to a single document.
    const isSelection = target.title === undefined
    const siteSays = {
      edit: isSelection && !collection.editsMany ? t('galley:actions.many.noEdit') : null,
      delete: isSelection && !collection.deletesMany ? t('galley:actions.many.noDelete') : null,
    }
    return [
      {
        id: 'edit',
        label: t('galley:actions.many.edit'),
        icon: PencilLine,
        disabledReason: siteSays.edit ?? whyNot(documents, 'edit'),
        onAction: ask('edit'),
      },
      ...(collection.versions?.drafts === true
        ? [
            {
              id: 'publish',
              label: publishing.words,
              icon: CircleCheck,
              disabledReason: siteSays.edit ?? whyNot(documents, 'publish') ?? reasons.publish ?? null,
              onAction: ask('publish'),
            },
            {
              id: 'unpublish',
              label: t('galley:actions.many.unpublish'),
              icon: Archive,
              disabledReason: siteSays.edit ?? whyNot(documents, 'unpublish') ?? reasons.unpublish ?? null,
              onAction: ask('unpublish'),
            },
          ]
        : []),
      {
        id: 'delete',
        label: t(trash ? 'galley:actions.many.trash' : 'galley:actions.many.delete'),
        icon: Trash2,
        danger: true,
        disabledReason: siteSays.delete ?? whyNot(documents, 'delete') ?? reasons.delete ?? null,
        onAction: ask('delete'),
      },
    ]
  }
}

type Publishing = { words: string; isInLocale: boolean }

/** Returns the label of publishing; `isInLocale`: it means the current locale only. */
function usePublishing({ fields }: Collection, locale: string | null): Publishing {
  const { t, label } = useT()
  const { localization } = useSchema()
  // As in a document, the site decides if publishing means all locales.
  const publishedIn =
    localization?.publishesActive === true && hasLocalizedFields(fields)
      ? localization.locales.find(({ code }) => code === locale)
      : undefined
  const words =
    publishedIn === undefined
      ? t('galley:actions.many.publish')
      : t('version:publishIn', { locale: label(publishedIn.label) })
  return { words, isInLocale: publishedIn !== undefined }
}

type ManyDialogProps = {
  collection: Collection
  locale: string | null
  asking: Question
  busy: boolean
  publishing: Publishing
  onAct: (input: ManyInput) => Promise<boolean>
  onCancel: () => void
}

/** The question before an action, or the drawer that edits all documents. */
function ManyDialog({ collection, locale, asking, busy, publishing, onAct, onCancel }: ManyDialogProps) {
  const { t } = useT()
  const online = useConnection()?.status === 'online'
  const { trash } = collection
  const { what } = asking
  const { title, documents } = asking.target
  const count = documents.length
  const [one] = documents
  if (what === 'edit')
    return (
      <EditManyDrawer
        collection={collection}
        count={count}
        locale={locale}
        busy={busy}
        onSave={onAct}
        onClose={onCancel}
      />
    )
  if (what === 'delete' && title !== undefined && one !== undefined)
    return (
      <DeleteDialog
        docRef={one.ref}
        title={title}
        trash={trash}
        busy={busy}
        onConfirm={() => void onAct({ mode: 'delete', values: [] })}
        onCancel={onCancel}
      />
    )
  return (
    <ConfirmDialog
      danger={what !== 'publish'}
      title={t(questionOf(what, trash), { count })}
      body={online ? null : t('galley:actions.many.queueBody')}
      confirmLabel={what === 'publish' ? publishing.words : t(verbOf(what, trash))}
      busyLabel={busy ? `${t('general:loading')}...` : null}
      onConfirm={() =>
        void onAct({
          mode: what === 'publish' && publishing.isInLocale ? 'publish-locale' : what,
          values: [],
        })
      }
      onCancel={onCancel}
    />
  )
}

function verbOf(what: 'unpublish' | 'delete', trash: boolean): string {
  if (what !== 'delete') return `galley:actions.many.${what}`
  return trash ? 'galley:actions.trashConfirm' : 'general:delete'
}

function questionOf(what: 'publish' | 'unpublish' | 'delete', trash: boolean): string {
  switch (what) {
    case 'publish':
      return 'galley:actions.many.publishTitle'
    case 'unpublish':
      return 'galley:actions.many.unpublishTitle'
    case 'delete':
      return trash ? 'galley:actions.many.trashTitle' : 'galley:actions.many.deleteTitle'
  }
}
