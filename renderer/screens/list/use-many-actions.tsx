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

/** Returns the actions on one or many documents of a list; each document gets an entry of its own. */
export function useManyActions(
  collection: Collection,
  locale: string | null,
): { itemsFor: (target: ManyDocuments) => MenuItemSpec[]; dialog: ReactNode } {
  const { t, label } = useT()
  const { slug, trash } = collection
  const { localization } = useSchema()
  // As in a document, the site decides if publishing means all locales.
  const publishedIn =
    localization?.publishesActive === true && hasLocalizedFields(collection.fields)
      ? localization.locales.find(({ code }) => code === locale)
      : undefined
  const publishWords =
    publishedIn === undefined
      ? t('galley:actions.many.publish')
      : t('version:publishIn', { locale: label(publishedIn.label) })
  const { busy, run } = useEditMany(slug, locale)
  const whyNot = useWhyNotRows(slug)
  const online = useConnection()?.status === 'online'
  const [asking, setAsking] = useState<{ what: What; target: ManyDocuments } | null>(null)

  async function act(input: Pick<CallInput<'documents.editMany'>, 'mode' | 'values'>): Promise<boolean> {
    if (asking === null) return false
    const { documents, onDone } = asking.target
    const shown = Object.fromEntries(documents.map(({ ref, updatedAt }) => [refId(ref), updatedAt]))
    if (!(await run({ ids: documents.map(({ ref }) => refId(ref)), shown, ...input }))) return false
    setAsking(null)
    onDone?.()
    return true
  }

  function itemsFor(target: ManyDocuments): MenuItemSpec[] {
    const { documents, reasons = {} } = target
    const ask = (what: What) => () => setAsking({ what, target })
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
              label: publishWords,
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

  const what = asking?.what
  const title = asking?.target.title
  const count = asking?.target.documents.length ?? 0
  const [one] = asking?.target.documents ?? []
  const cancel = () => setAsking(null)
  return {
    itemsFor,
    dialog:
      what === undefined ? null : what === 'edit' ? (
        <EditManyDrawer
          collection={collection}
          count={count}
          locale={locale}
          busy={busy}
          onSave={act}
          onClose={cancel}
        />
      ) : what === 'delete' && title !== undefined && one !== undefined ? (
        <DeleteDialog
          docRef={one.ref}
          title={title}
          trash={trash}
          busy={busy}
          onConfirm={() => void act({ mode: 'delete', values: [] })}
          onCancel={cancel}
        />
      ) : (
        <ConfirmDialog
          danger={what !== 'publish'}
          title={t(questionOf(what, trash), { count })}
          body={online ? null : t('galley:actions.many.queueBody')}
          confirmLabel={what === 'publish' ? publishWords : t(verbOf(what, trash))}
          busyLabel={busy ? `${t('general:loading')}...` : null}
          onConfirm={() =>
            void act({ mode: what === 'publish' && publishedIn ? 'publish-locale' : what, values: [] })
          }
          onCancel={cancel}
        />
      ),
  }
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
