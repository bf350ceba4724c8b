import { GripVertical, Pencil, X } from 'lucide-react'
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { Button, DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { useDocumentDrawers, type DrawerAsker } from '../../data/document-drawers-context.ts'
import { useCollection } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button as TextButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { FileFacts, RelatedWords } from './related-words.tsx'
import styles from './relation.module.css'
import { Thumbnail } from '../thumbnail/thumbnail.tsx'
import type { RelationActions } from './use-relation-value.ts'
import { isLostState, type Related } from './use-related.ts'

type ItemsProps = {
  id: string
  field: RelationField
  items: Related[]
  actions: RelationActions
  readOnly: boolean
  describedBy: string | undefined
  onBlur: () => void
}

/**
 * The documents that a field points at, one under another. They are dragged, or moved by Alt and an arrow key; Delete
 * removes the one that has the focus.
 */
export function RelatedItems({ id, field, items, actions, readOnly, describedBy, onBlur }: ItemsProps) {
  const { t } = useT()
  const list = useRef<HTMLDivElement>(null)
  const sortable = field.hasMany && field.isSortable && !readOnly && items.length > 1
  const { dragAndDropHooks, remove, onKeyDown } = useItemActions({
    id,
    items,
    actions,
    readOnly,
    sortable,
    list,
  })

  return (
    <div ref={list} onKeyDownCapture={onKeyDown} onBlur={onBlur} role="presentation">
      <GridList
        // React Aria cannot switch dragging on or off for a mounted list, so it is mounted anew.
        key={String(sortable)}
        aria-labelledby={`${id}-label`}
        aria-describedby={cx(describedBy, sortable && `${id}-keys`)}
        items={items}
        {...(sortable && { dragAndDropHooks })}
        className={styles['items'] ?? ''}
      >
        {items.map((item) => (
          <GridListItem
            key={item.key}
            id={item.key}
            textValue={item.title === '' ? t('general:loading') : item.title}
            className={cx(styles['item'], readOnly && styles['readonly'])}
          >
            {sortable && (
              <Button
                slot="drag"
                aria-label={t('galley:relation.move', { title: item.title })}
                className={styles['grip'] ?? ''}
              >
                <Icon icon={GripVertical} />
              </Button>
            )}
            <ItemContent field={field} item={item} />
            <ItemTools
              field={field}
              item={item}
              readOnly={readOnly}
              asker={actions.asker}
              onRemove={() => remove(item.key)}
            />
          </GridListItem>
        ))}
      </GridList>
      {sortable && (
        <span id={`${id}-keys`} hidden>
          {t('galley:relation.keys')}
        </span>
      )}
    </div>
  )
}

/** Moving and removing of items, by drag, by keys and by their buttons. `list`: the element around the list. */
function useItemActions({
  id,
  items,
  actions,
  readOnly,
  sortable,
  list,
}: Pick<ItemsProps, 'id' | 'items' | 'actions' | 'readOnly'> & {
  sortable: boolean
  list: RefObject<HTMLDivElement | null>
}) {
  const { t } = useT()
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': titleOf(String(key)) })),
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles['drop'] ?? ''} />,
    onReorder({ keys, target }) {
      const at = items.findIndex(({ key }) => key === target.key)
      const [key] = keys
      if (key !== undefined && at !== -1) move(String(key), target.dropPosition === 'after' ? at + 1 : at)
    },
  })

  function titleOf(key: string): string {
    return items.find((item) => item.key === key)?.title ?? ''
  }

  function move(key: string, index: number): void {
    const from = items.findIndex((item) => item.key === key)
    if (index < 0 || index > items.length || index === from || index === from + 1) return
    actions.move(key, index)
    const to = (index > from ? index - 1 : index) + 1
    announce(t('galley:relation.moved', { title: titleOf(key), to, count: items.length }))
  }

  function remove(key: string): void {
    const at = items.findIndex((item) => item.key === key)
    announce(t('galley:relation.removed', { title: titleOf(key) }))
    actions.remove(key)
    // The focus goes to the next item, else to the one before, else to the field.
    const next = items[at + 1] ?? items[at - 1]
    requestAnimationFrame(() => {
      const place = next && list.current?.querySelector(`[data-item="${CSS.escape(next.key)}"]`)
      const row = place?.closest('[role=row]') ?? document.getElementById(id)
      if (row instanceof HTMLElement) row.focus()
    })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const place = event.target instanceof Element ? event.target.closest('[role=row]') : null
    const key = place?.querySelector('[data-item]')?.getAttribute('data-item')
    if (readOnly || key == null) return
    const at = items.findIndex((item) => item.key === key)
    if (event.altKey && sortable && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      event.stopPropagation()
      move(key, event.key === 'ArrowUp' ? at - 1 : at + 2)
    } else if (event.target === place && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault()
      event.stopPropagation()
      remove(key)
    }
  }

  return { dragAndDropHooks, remove, onKeyDown }
}

function ItemContent({ field, item }: { field: RelationField; item: Related }) {
  const collection = useCollection(item.ref.slug)
  const isFile = collection !== null && collection.upload !== false
  return (
    <>
      {isFile && item.row !== null && <Thumbnail of={{ ref: item.ref, data: item.row.data }} size="item" />}
      <span className={styles['names']} data-item={item.key} {...(isFile && { 'data-file': '' })}>
        <RelatedWords field={field} related={item} />
        {isFile && item.row !== null && <FileFacts data={item.row.data} title={item.title} />}
      </span>
    </>
  )
}

type ToolsProps = {
  field: RelationField
  item: Related
  readOnly: boolean
  asker: DrawerAsker
  onRemove: () => void
}

type EditButtonProps = {
  field: RelationField
  related: Related
  /** True if the button has a label besides its icon. */
  inWords?: boolean
  /** Follows the document in the drawer; absent if the field is read-only. */
  asker?: DrawerAsker
}

function ItemTools({ field, item, readOnly, asker, onRemove }: ToolsProps) {
  const { t } = useT()
  return (
    <>
      <EditButton
        field={field}
        related={item}
        inWords={field.type === 'upload'}
        {...(!readOnly && { asker })}
      />
      {field.hasMany && !readOnly && (
        <IconButton
          size="row"
          icon={X}
          label={t('galley:relation.remove', { title: item.title })}
          onPress={onRemove}
        />
      )}
    </>
  )
}

/** The button that opens a document in a drawer. Renders nothing if the field or the document's state rules it out. */
export function EditButton({ field, related, inWords = false, asker }: EditButtonProps) {
  const { t } = useT()
  const drawers = useDocumentDrawers()
  const open = () => (asker === undefined ? drawers.edit(related.ref) : drawers.edit(related.ref, asker))
  if (!field.allowEdit || (isLostState(related.state) && related.state !== 'unknown')) return null
  return (
    // Prefetched on hover and focus, so that the drawer is ready at once.
    <span
      onPointerEnter={() => drawers.readAhead(related.ref)}
      onFocus={() => drawers.readAhead(related.ref)}
    >
      {inWords ? (
        <TextButton variant="quiet" size="row" icon={Pencil} onPress={open}>
          {t('general:edit')} <VisuallyHidden>{related.title}</VisuallyHidden>
        </TextButton>
      ) : (
        <IconButton
          size="row"
          icon={Pencil}
          label={t('galley:relation.edit', { title: related.title })}
          onPress={open}
        />
      )}
    </span>
  )
}
