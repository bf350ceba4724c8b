import { Bookmark, BookmarkPlus, Pencil, Save, Trash2, Users } from 'lucide-react'
import { useEffect, useId, useState, type FormEvent } from 'react'
import type { SetURLSearchParams } from 'react-router-dom'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { hasLocalRules } from '../../../shared/lists/local-rules.ts'
import {
  isSameView,
  showsView,
  viewForSite,
  VIEWS_SLUG,
  type ListView,
} from '../../../shared/lists/list-view.ts'
import { hasRelativeDates } from '../../../shared/lists/relative-date.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useDocumentDrawers } from '../../data/document-drawers-context.ts'
import { useListViews, type Keeper, type KeptView } from '../../data/list-views.ts'
import { withState, spelledOut, viewIn, withView } from '../../data/list-address.ts'
import { useCanCreate } from '../../data/schema-context.tsx'
import { useRowPermitted } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FieldFrame, describedBy } from '../../ui/field-frame/field-frame.tsx'
import { MenuButton, type MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { RadioGroup } from '../../ui/radio-group/radio-group.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import styles from './views-menu.module.css'

type ViewsMenuProps = {
  collection: Collection
  /** Label of the list's documents. */
  label: string
  params: URLSearchParams
  setParams: SetURLSearchParams
  /** The present state of the list. */
  shown: ListView
  /** True if the filter of the address cannot be read. */
  isUnreadable: boolean
}

const KEEPERS: readonly Keeper[] = ['computer', 'me', 'everyone']

type ViewQuestion = { kind: 'save' } | { kind: 'rename' | 'delete'; view: KeptView }

/** The menu of a list's views: choose one, or save the present state as one. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { collection, label, params, setParams, shown, isUnreadable } = props
  const { t } = useT()
  const toast = useToast()
  const drawers = useDocumentDrawers()
  const { views, save, change, remove } = useListViews(collection)
  const permitted = useRowPermitted(VIEWS_SLUG)
  const canShare = useCanCreate()(VIEWS_SLUG) && collection.keepsViews
  const current = viewIn(params, views)
  const whole = current && spelledOut(params, current)
  useEffect(() => {
    if (whole !== null) setParams(whole, { replace: true })
  }, [whole, setParams])
  const isChanged = current !== null && !showsView(shown, current.view)
  const isNarrowed = shown.where !== null || shown.groupBy !== null
  const [asked, setAsked] = useState<ViewQuestion | null>(null)

  const attempt = (doing: Promise<unknown>): void => {
    void doing.catch((error: unknown) =>
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })),
    )
  }
  const may = (operation: 'edit' | 'delete'): string | null =>
    current?.row == null || permitted(current.row, operation) ? null : t('galley:list.views.notAllowed')
  const isMoving = hasRelativeDates(shown.where)
  /** Returns the view to store; a view of the site gets fixed dates, which the list then shows, too. */
  const keptAs = (isOfSite: boolean): ListView => (isOfSite && isMoving ? viewForSite(shown) : shown)
  /** Returns the reason that the present state cannot be stored in the view. */
  const whyNotKept = (view: KeptView): string | null => {
    if (isUnreadable) return t('galley:filters.unreadable')
    if (view.row !== null && hasLocalRules(shown.where)) return t('galley:list.views.notShared')
    // A view of the site stores no sort.
    const now = view.row === null ? shown : { ...shown, sort: view.view.sort }
    return isSameView(now, view.view) ? t('galley:list.views.unchanged') : null
  }
  async function update(view: KeptView): Promise<void> {
    const kept = keptAs(view.row !== null)
    await change(view, { view: kept })
    if (kept !== shown) setParams((before) => withState(before, { where: kept.where }), { replace: true })
  }
  async function saveNew(title: string, keeper: Keeper): Promise<void> {
    const kept = keptAs(keeper !== 'computer')
    const view = await save(title, kept, keeper)
    const where = kept === shown ? {} : { where: kept.where }
    setParams((before) => withState(before, { view, ...where }), { replace: true })
  }
  const shareItem = ({ ref }: ListRow): MenuItemSpec => ({
    id: 'share',
    label: t('galley:list.views.share'),
    icon: Users,
    onAction: () => {
      if (ref.kind === 'collection') drawers.edit(ref)
    },
  })
  const forCurrent = (view: KeptView): MenuItemSpec[] => [
    {
      id: 'update',
      label: t('galley:list.views.update', { title: view.title }),
      icon: Save,
      line: true,
      disabledReason: may('edit') ?? whyNotKept(view),
      onAction: () => attempt(update(view)),
    },
    {
      id: 'rename',
      label: `${t('general:rename')}…`,
      icon: Pencil,
      disabledReason: may('edit'),
      onAction: () => setAsked({ kind: 'rename', view }),
    },
    ...(view.row === null ? [] : [shareItem(view.row)]),
    {
      id: 'delete',
      label: t('galley:list.views.delete'),
      icon: Trash2,
      danger: true,
      disabledReason: may('delete'),
      onAction: () => setAsked({ kind: 'delete', view }),
    },
  ]
  const items: MenuItemSpec[] = [
    {
      id: 'all',
      label: t('galley:list.views.all', { label }),
      current: current === null && !isNarrowed,
      onAction: () => setParams((before) => withView(before, null)),
    },
    ...views.map((view) => ({
      id: `view ${view.id}`,
      label: view.title,
      current: view === current,
      onAction: () => setParams((before) => withView(before, view)),
    })),
    {
      id: 'save',
      label: t('galley:list.views.saveNew'),
      icon: BookmarkPlus,
      line: true,
      disabledReason: isUnreadable ? t('galley:filters.unreadable') : null,
      onAction: () => setAsked({ kind: 'save' }),
    },
    ...(current === null ? [] : forCurrent(current)),
  ]
  const name = current === null ? t('galley:list.views.label') : current.title
  return (
    <>
      <MenuButton
        label={isChanged ? t('galley:list.views.changed', { title: name }) : name}
        variant="secondary"
        icon={Bookmark}
        items={items}
      >
        <span className={styles['name']}>{name}</span>
        {isChanged && (
          <span aria-hidden="true" className={styles['changed']}>
            •
          </span>
        )}
      </MenuButton>
      {asked?.kind === 'save' && (
        <NameDialog
          title={t('galley:list.views.saveNewTitle')}
          choosesAudience={canShare}
          isLocalOnly={hasLocalRules(shown.where)}
          isMoving={isMoving}
          onDone={saveNew}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'rename' && (
        <NameDialog
          title={t('galley:list.views.renameTitle', { title: asked.view.title })}
          initial={asked.view.title}
          onDone={(title) => change(asked.view, { title })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'delete' && (
        <ConfirmDialog
          title={t('galley:list.views.deleteTitle', { title: asked.view.title })}
          body={
            <p>
              {t(
                asked.view.row === null
                  ? 'galley:list.views.deleteBody'
                  : 'galley:list.views.deleteBodyShared',
              )}
            </p>
          }
          confirmLabel={t('general:delete')}
          danger
          onConfirm={() => {
            setAsked(null)
            attempt(
              remove(asked.view).then(() => setParams((before) => withView(before, null), { replace: true })),
            )
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** The dialog for the name of a view, and the audience of a new one. */
function NameDialog({
  title,
  initial = '',
  choosesAudience = false,
  isLocalOnly = false,
  isMoving = false,
  onDone,
  onClose,
}: {
  title: string
  initial?: string
  choosesAudience?: boolean
  /** True if its filter depends on data of this computer only. */
  isLocalOnly?: boolean
  /** True if it has relative dates, which a site cannot store. */
  isMoving?: boolean
  onDone: (title: string, keeper: Keeper) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useT()
  const [id, whoId] = [useId(), useId()]
  const [name, setName] = useState(initial)
  const [audience, setAudience] = useState<Keeper>(isMoving ? 'computer' : 'me')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isAsked = choosesAudience && !isLocalOnly
  const hint =
    isAsked || initial !== ''
      ? null
      : t(choosesAudience ? 'galley:list.views.localRules' : 'galley:list.views.local')

  const whoHint = isMoving && audience !== 'computer' ? t('galley:list.views.fixedDates') : null

  async function done(): Promise<void> {
    const text = name.trim()
    if (text === '') return setProblem(t('galley:list.views.noName'))
    setBusy(true)
    try {
      await onDone(text, isAsked ? audience : 'computer')
      onClose()
    } catch (error) {
      setProblem(callReason(error, t))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      persistent
      actions={
        <>
          <Button onPress={onClose}>{t('general:cancel')}</Button>
          <Button
            variant="primary"
            busyLabel={isBusy ? t('general:saving') : null}
            onPress={() => void done()}
          >
            {t('general:save')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void done()
        }}
      >
        <FieldFrame
          label={t('galley:list.views.name')}
          htmlFor={id}
          required
          description={hint}
          error={problem}
          bar={false}
        >
          <TextInput
            id={id}
            value={name}
            onChange={(text) => {
              setName(text)
              setProblem(null)
            }}
            invalid={problem !== null}
            required
            dir="auto"
            maxLength={200}
            autoFocus
            aria-describedby={describedBy(id, { description: hint, error: problem })}
          />
        </FieldFrame>
        {isAsked && (
          <FieldFrame
            label={t('galley:list.views.who')}
            htmlFor={whoId}
            description={whoHint}
            group
            bar={false}
          >
            <RadioGroup
              aria-labelledby={`${whoId}-label`}
              {...(whoHint !== null && { 'aria-describedby': `${whoId}-description` })}
              value={audience}
              onChange={(chosen) => setAudience(KEEPERS.find((one) => one === chosen) ?? 'me')}
              options={[
                ...(isMoving ? [{ value: 'computer', label: t('galley:list.views.computer') }] : []),
                { value: 'me', label: t('galley:list.views.me') },
                { value: 'everyone', label: t('galley:list.views.everyone') },
              ]}
            />
          </FieldFrame>
        )}
      </form>
    </Dialog>
  )
}
