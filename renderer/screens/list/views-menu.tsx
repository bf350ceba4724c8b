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
  const { views, save, change, remove } = useListViews(collection)
  const current = viewIn(params, views)
  const whole = current && spelledOut(params, current)
  useEffect(() => {
    if (whole !== null) setParams(whole, { replace: true })
  }, [whole, setParams])
  const isChanged = current !== null && !showsView(shown, current.view)
  const isNarrowed = shown.where !== null || shown.groupBy !== null
  const [asked, setAsked] = useState<ViewQuestion | null>(null)
  const keeping = keepingOf({ shown, setParams, save, change })

  const attempt = (doing: Promise<unknown>): void => {
    void doing.catch((error: unknown) =>
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })),
    )
  }
  const forCurrent = useCurrentViewItems({
    current,
    shown,
    isUnreadable,
    onUpdate: (view) => attempt(keeping.update(view)),
    onAsk: setAsked,
  })
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
    ...forCurrent,
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
        <ViewName name={name} isChanged={isChanged} />
      </MenuButton>
      <ViewDialogs
        collection={collection}
        shown={shown}
        asked={asked}
        onSave={keeping.saveNew}
        onRename={(view, title) => change(view, { title })}
        onDelete={(view) =>
          attempt(remove(view).then(() => setParams((before) => withView(before, null), { replace: true })))
        }
        onClose={() => setAsked(null)}
      />
    </>
  )
}

/** The name of the view on the button; a dot says that the list differs from it. */
function ViewName({ name, isChanged }: { name: string; isChanged: boolean }) {
  return (
    <>
      <span className={styles['name']}>{name}</span>
      {isChanged && (
        <span aria-hidden="true" className={styles['changed']}>
          •
        </span>
      )}
    </>
  )
}

type KeepingOptions = Pick<ViewsMenuProps, 'shown' | 'setParams'> &
  Pick<ReturnType<typeof useListViews>, 'save' | 'change'>

/** Returns the functions that store the present state, in an existing view or as a new one, which is then shown. */
function keepingOf({ shown, setParams, save, change }: KeepingOptions) {
  const isMoving = hasRelativeDates(shown.where)
  /** Returns the view to store; a view of the site gets fixed dates, which the list then shows, too. */
  const keptAs = (isOfSite: boolean): ListView => (isOfSite && isMoving ? viewForSite(shown) : shown)
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
  return { update, saveNew }
}

type CurrentViewOptions = Pick<ViewsMenuProps, 'shown' | 'isUnreadable'> & {
  current: KeptView | null
  onUpdate: (view: KeptView) => void
  onAsk: (question: ViewQuestion) => void
}

/** Returns the menu items that change the current view; none without one. */
function useCurrentViewItems(options: CurrentViewOptions): MenuItemSpec[] {
  const { current, shown, isUnreadable, onUpdate, onAsk } = options
  const { t } = useT()
  const drawers = useDocumentDrawers()
  const permitted = useRowPermitted(VIEWS_SLUG)
  if (current === null) return []
  const may = (operation: 'edit' | 'delete'): string | null =>
    current.row == null || permitted(current.row, operation) ? null : t('galley:list.views.notAllowed')
  /** Returns the reason that the present state cannot be stored in the view. */
  const whyNotKept = (view: KeptView): string | null => {
    if (isUnreadable) return t('galley:filters.unreadable')
    if (view.row !== null && hasLocalRules(shown.where)) return t('galley:list.views.notShared')
    // A view of the site stores no sort.
    const now = view.row === null ? shown : { ...shown, sort: view.view.sort }
    return isSameView(now, view.view) ? t('galley:list.views.unchanged') : null
  }
  const shareItem = ({ ref }: ListRow): MenuItemSpec => ({
    id: 'share',
    label: t('galley:list.views.share'),
    icon: Users,
    onAction: () => {
      if (ref.kind === 'collection') drawers.edit(ref)
    },
  })
  return [
    {
      id: 'update',
      label: t('galley:list.views.update', { title: current.title }),
      icon: Save,
      line: true,
      disabledReason: may('edit') ?? whyNotKept(current),
      onAction: () => onUpdate(current),
    },
    {
      id: 'rename',
      label: `${t('general:rename')}…`,
      icon: Pencil,
      disabledReason: may('edit'),
      onAction: () => onAsk({ kind: 'rename', view: current }),
    },
    ...(current.row === null ? [] : [shareItem(current.row)]),
    {
      id: 'delete',
      label: t('galley:list.views.delete'),
      icon: Trash2,
      danger: true,
      disabledReason: may('delete'),
      onAction: () => onAsk({ kind: 'delete', view: current }),
    },
  ]
}

type ViewDialogsProps = Pick<ViewsMenuProps, 'collection' | 'shown'> & {
  asked: ViewQuestion | null
  onSave: (title: string, keeper: Keeper) => Promise<void>
  onRename: (view: KeptView, title: string) => Promise<unknown>
  onDelete: (view: KeptView) => void
  onClose: () => void
}

/** The dialogs that save, rename and delete a view. */
function ViewDialogs(props: ViewDialogsProps) {
  const { collection, shown, asked, onSave, onRename, onDelete, onClose } = props
  const { t } = useT()
  const canShare = useCanCreate()(VIEWS_SLUG) && collection.keepsViews
  return (
    <>
      {asked?.kind === 'save' && (
        <NameDialog
          title={t('galley:list.views.saveNewTitle')}
          choosesAudience={canShare}
          isLocalOnly={hasLocalRules(shown.where)}
          isMoving={hasRelativeDates(shown.where)}
          onDone={onSave}
          onClose={onClose}
        />
      )}
      {asked?.kind === 'rename' && (
        <NameDialog
          title={t('galley:list.views.renameTitle', { title: asked.view.title })}
          initial={asked.view.title}
          onDone={(title) => onRename(asked.view, title)}
          onClose={onClose}
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
            onClose()
            onDelete(asked.view)
          }}
          onCancel={onClose}
        />
      )}
    </>
  )
}

type NameDialogProps = {
  title: string
  initial?: string
  choosesAudience?: boolean
  /** True if its filter depends on data of this computer only. */
  isLocalOnly?: boolean
  /** True if it has relative dates, which a site cannot store. */
  isMoving?: boolean
  onDone: (title: string, keeper: Keeper) => Promise<unknown>
  onClose: () => void
}

/** The dialog for the name of a view, and the audience of a new one. */
function NameDialog({ title, initial = '', onDone, onClose, ...about }: NameDialogProps) {
  const { choosesAudience = false, isLocalOnly = false, isMoving = false } = about
  const { t } = useT()
  const [name, setName] = useState(initial)
  const [audience, setAudience] = useState<Keeper>(isMoving ? 'computer' : 'me')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isAsked = choosesAudience && !isLocalOnly
  const hint =
    isAsked || initial !== ''
      ? null
      : t(choosesAudience ? 'galley:list.views.localRules' : 'galley:list.views.local')

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
        <NameField
          value={name}
          onChange={(text) => {
            setName(text)
            setProblem(null)
          }}
          hint={hint}
          problem={problem}
        />
        {isAsked && <Audience isMoving={isMoving} audience={audience} onChange={setAudience} />}
      </form>
    </Dialog>
  )
}

type NameFieldProps = {
  value: string
  onChange: (name: string) => void
  hint: string | null
  problem: string | null
}

function NameField({ value, onChange, hint, problem }: NameFieldProps) {
  const { t } = useT()
  const id = useId()
  return (
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
        value={value}
        onChange={onChange}
        invalid={problem !== null}
        required
        dir="auto"
        maxLength={200}
        autoFocus
        aria-describedby={describedBy(id, { description: hint, error: problem })}
      />
    </FieldFrame>
  )
}

/** The radio buttons for the audience of a new view. `isMoving`: its dates are relative. */
function Audience(props: { isMoving: boolean; audience: Keeper; onChange: (audience: Keeper) => void }) {
  const { isMoving, audience, onChange } = props
  const { t } = useT()
  const id = useId()
  const hint = isMoving && audience !== 'computer' ? t('galley:list.views.fixedDates') : null
  return (
    <FieldFrame label={t('galley:list.views.who')} htmlFor={id} description={hint} group bar={false}>
      <RadioGroup
        aria-labelledby={`${id}-label`}
        {...(hint !== null && { 'aria-describedby': `${id}-description` })}
        value={audience}
        onChange={(chosen) => onChange(KEEPERS.find((one) => one === chosen) ?? 'me')}
        options={[
          ...(isMoving ? [{ value: 'computer', label: t('galley:list.views.computer') }] : []),
          { value: 'me', label: t('galley:list.views.me') },
          { value: 'everyone', label: t('galley:list.views.everyone') },
        ]}
      />
    </FieldFrame>
  )
}
