import { FolderInput } from 'lucide-react'
import { useCallback, useMemo, useState, Fragment, type ReactNode } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { Became } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useConnection } from '../../data/queries.ts'
import { sentOf, whenSent } from '../../data/when-sent.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'
import { useWhyNotRows } from '../../form/use-permitted.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import type { Chosen } from '../document-rows/use-selected-rows.ts'
import { leftOutWords } from '../edit-many/use-edit-many.ts'
import { FolderPicker, type FolderChoice } from './folder-picker.tsx'
import { canHold, canHoldFolder, type Folder } from './folder-tree.ts'
import { useAllFolders, useFolderCollection, useFolderFieldOf, useFolderValue } from './use-folders.ts'

/** The documents to move: one with its title and folder, or several. */
export type MoveTarget = {
  documents: readonly Chosen[]
  one?: { title: string; from: string | null }
  /** The folder, if it is moved itself, with all its content. */
  folder?: Folder
  /** The target, if known; otherwise a dialog asks. */
  to?: FolderChoice
  onDone?: () => void
}

/**
 * Returns the actions that move documents, or a folder, into another folder, after a question (S2.60). Each
 * gets an entry that changes only its folder; published documents stay published.
 */
export function useMoveToFolder(
  collection: Collection,
  locale: string | null,
): {
  /** True if the documents may be in folders, and this user sees folders. */
  hasFolders: boolean
  ask: (target: MoveTarget) => void
  /** Returns the reason that none of these can be moved, as text; null: some can. */
  whyNot: (documents: readonly Chosen[]) => string | null
  /** Returns the items of a document's menu; none without folders. */
  itemsFor: (target: MoveTarget) => MenuItemSpec[]
  dialog: ReactNode
} {
  const { t } = useT()
  const permitted = useWhyNotRows(collection.slug)
  const noMany = collection.editsMany ? null : t('galley:actions.many.noEdit')
  const whyNot = useCallback(
    (documents: readonly Chosen[]) => (documents.length > 1 ? noMany : null) ?? permitted(documents, 'edit'),
    [permitted, noMany],
  )
  const field = useFolderFieldOf(collection)
  const areThere = useFolderCollection() !== null
  const hasFolders = areThere && collection.folderField !== null
  const [target, setTarget] = useState<MoveTarget | null>(null)
  return {
    hasFolders,
    ask: setTarget,
    whyNot,
    itemsFor: (asked) =>
      hasFolders || (areThere && asked.folder !== undefined)
        ? [
            {
              id: 'folder',
              label: t('galley:list.folders.move'),
              icon: FolderInput,
              disabledReason: whyNot(asked.documents),
              onAction: () => setTarget(asked),
            },
          ]
        : [],
    dialog: target !== null && field !== null && (
      <MoveDialogs
        collection={collection}
        field={field}
        locale={locale}
        target={target}
        onClose={() => setTarget(null)}
      />
    ),
  }
}

type DialogsProps = {
  collection: Collection
  /** Name of the field that holds a document's folder. */
  field: string
  locale: string | null
  target: MoveTarget
  onClose: () => void
}

/** The dialogs: first the folder, then the question. */
function MoveDialogs(props: DialogsProps) {
  const { collection, locale, target, onClose } = props
  const { t, label } = useT()
  const { tree, most } = useAllFolders(locale)
  const [place, setPlace] = useState<FolderChoice | null>(target.to ?? null)
  const { one, folder } = target
  const folders = useMemo(
    () =>
      tree?.filter((to) =>
        folder === undefined ? canHold(to, collection.slug) : canHoldFolder(to, folder, tree),
      ) ?? null,
    [tree, folder, collection],
  )
  const title = useTitle(collection, target)
  const { busy, move } = useMove(props, title)
  const from = one === undefined ? undefined : one.from
  const here = tree?.find(({ id }) => id === from)?.name
  const byId = tree === null ? `${t('general:loading')}...` : t('galley:list.id', { id: from ?? '' })
  const fromFolder = from === null ? t('folder:noFolder') : (here ?? byId)

  return (
    <>
      {target.to === undefined && (
        <FolderPicker
          title={
            // Several documents may come from several folders.
            one === undefined
              ? t('folder:selectFolderForItem', { title })
              : t('folder:movingFromFolder', { title, fromFolder })
          }
          folders={folders}
          most={most}
          note={folder === undefined ? null : t('galley:list.folders.notIntoItself')}
          from={from}
          onTake={(to) => (to.id === from ? onClose() : setPlace(to))}
          onClose={onClose}
        />
      )}
      {place !== null && (
        <ConfirmDialog
          title={t('general:confirmMove')}
          body={
            <p>
              <TaggedWords>
                {questionOf(t, target, {
                  title,
                  plural: label(collection.labels.plural) || collection.slug,
                  to: place,
                })}
              </TaggedWords>
            </p>
          }
          confirmLabel={t('general:move')}
          busyLabel={busy ? t('general:moving') : null}
          onConfirm={() => void move(place)}
          onCancel={() => (target.to === undefined ? setPlace(null) : onClose())}
        />
      )}
    </>
  )
}

/** Returns the title of the document, or the number of documents with their label. */
function useTitle(collection: Collection, { one, documents }: MoveTarget): string {
  const { label, formatNumber } = useT()
  const plural = label(collection.labels.plural) || collection.slug
  return one?.title ?? `${formatNumber(documents.length)} ${plural}`
}

/** Returns a function that queues the move and reports the result. */
function useMove({ collection, field, locale, target, onClose }: DialogsProps, title: string) {
  const words = useT()
  const { t } = words
  const toast = useToast()
  const documents = useOpenDocuments()
  const valueOf = useFolderValue()
  const online = useConnection()?.status === 'online'
  const [busy, setBusy] = useState(false)
  const { sayLater, sayMoved } = useReports(collection, target, title)

  async function move(to: FolderChoice): Promise<void> {
    const { slug } = collection
    setBusy(true)
    try {
      // A form that was just closed may have unwritten edits, which the store must know.
      await documents.flush()
      const { queued, keys, leftOut } = await galley.call('documents.editMany', {
        slug,
        locale,
        ids: target.documents.map(({ ref }) => refId(ref)),
        shown: Object.fromEntries(target.documents.map(({ ref, updatedAt }) => [refId(ref), updatedAt])),
        mode: 'keep-status',
        values: [{ path: field, locale: null, value: valueOf(to.id) }],
      })
      const left = leftOut.filter(({ why }) => why !== 'nothing')
      if (left.length > 0)
        toast.error(
          t('galley:list.folders.notMoved', { count: left.length }),
          leftOutWords({ leftOut: left }, words),
        )
      if (queued.length > 0) {
        if (online)
          whenSent(keys, {
            onWait: (waiting) => sayLater(waiting, to),
            onEnd: (became) => sayMoved(became, to),
          })
        else sayLater(queued.length, to)
        target.onDone?.()
      }
      onClose()
    } catch (error) {
      // Nothing was queued, so this message is the only one; a server's refusal is in the outbox, too.
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
      setBusy(false)
    }
  }

  return { busy, move }
}

/** Returns the messages about queued and about moved documents. */
function useReports(collection: Collection, { one }: MoveTarget, title: string) {
  const { t, label, formatNumber } = useT()
  const toast = useToast()
  const plural = label(collection.labels.plural) || collection.slug
  const singular = label(collection.labels.singular) || collection.slug

  function sayLater(waiting: number, to: FolderChoice): void {
    if (one === undefined) toast.success(t('galley:actions.many.queued', { count: waiting }))
    else
      toast.success(
        to.id === null
          ? t('galley:list.folders.laterToRoot', { title })
          : t('galley:list.folders.later', { title, folder: to.name }),
      )
  }

  /**
   * Reports the moved documents. Refused ones are only logged (S8.08), since the outbox shows them; undone ones are
   * not mentioned.
   */
  function sayMoved(became: readonly Became[], to: FolderChoice): void {
    const { sent, stuck } = sentOf(became)
    const moved = sent.length
    if (stuck > 0) console.error('Error moving document to folder', stuck)
    if (moved === 0) return
    if (one !== undefined)
      toast.success(
        to.id === null
          ? t('folder:itemHasBeenMovedToRoot', { title })
          : t('folder:itemHasBeenMoved', { title, folderName: `"${to.name}"` }),
      )
    else
      toast.success(
        to.id === null
          ? t('folder:itemsMovedToRoot', {
              title: `${formatNumber(moved)} ${moved === 1 ? singular : plural}`,
            })
          : t('folder:itemsMovedToFolder', {
              title: `${formatNumber(moved)} ${moved === 1 ? singular : plural}`,
              folderName: `"${to.name}"`,
            }),
      )
  }

  return { sayLater, sayMoved }
}

/** Returns the question before a move. `plural`: label of the collection's documents. */
function questionOf(
  t: UseT['t'],
  { one, documents }: MoveTarget,
  { title, plural, to }: { title: string; plural: string; to: FolderChoice },
): string {
  const toFolder = to.name
  if (one === undefined)
    return to.id === null
      ? t('folder:moveItemsToRootConfirmation', { count: documents.length, label: plural })
      : t('folder:moveItemsToFolderConfirmation', { count: documents.length, label: plural, toFolder })
  return to.id === null
    ? t('folder:moveItemToRootConfirmation', { title })
    : t('folder:moveItemToFolderConfirmation', { title, toFolder })
}

/**
 * Renders a text of Payload in which tags mark names, such as `You are about to move <1>A</1>`: these are
 * bold.
 */
export function TaggedWords({ children }: { children: string }): ReactNode {
  return children
    .split(/<\d>(.*?)<\/\d>/s)
    .map((part, index) =>
      index % 2 === 1 ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>,
    )
}
