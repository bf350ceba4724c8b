import { memo, useLayoutEffect, useRef, useState, type DragEvent, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import { altField } from '../../../../shared/cms/list-fields.ts'
import { refId, refKey } from '../../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { fileFacts } from '../../../../shared/fields/file/file-facts.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import { useKeptPlace, useKeptScroll } from '../../../data/kept-place.ts'
import { RowCheckbox } from '../../../fields/document-rows/row-checkbox.tsx'
import { RowMenuButton } from '../../../fields/document-rows/row-menu-button.tsx'
import type { Look, Point } from '../../../fields/document-rows/use-row-focus.ts'
import type { RowSelection } from '../../../fields/document-rows/use-selected-rows.ts'
import { useTableRows } from '../../../fields/document-rows/use-table-rows.tsx'
import { altOf, lacksAlt, factsText } from '../../../fields/file/file-texts.ts'
import type { Order } from '../../../fields/order/use-order.ts'
import { pictured } from '../../../fields/thumbnail/picture-sources.ts'
import { Thumbnail } from '../../../fields/thumbnail/thumbnail.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { cx } from '../../../ui/class-names.ts'
import { LockMark } from '../../../ui/lock-mark/lock-mark.tsx'
import { MarginBar } from '../../../ui/margin-bar/margin-bar.tsx'
import type { MenuItemSpec } from '../../../ui/menu-button/menu-button.tsx'
import { ScheduleMark } from '../../../ui/schedule-mark/schedule-mark.tsx'
import { useRowWindow } from '../../../ui/row-window/use-row-window.ts'
import { RowSync, rowBar } from '../../../fields/document-table/row-sync.tsx'
import styles from './media-grid.module.css'

export type MediaGridProps = {
  /** Accessible name of the list. */
  label: string
  collection: Collection
  locale: string | null
  rows: ListRow[]
  /** Width of a card in CSS pixels. */
  width: number
  /** Returns the address of a row's document. */
  hrefOf: (row: ListRow) => string
  titleOf: (row: ListRow) => string
  /** The selected rows and the function that selects; null: rows cannot be selected. */
  selection: RowSelection | null
  /** Returns the menu of a row's document. */
  itemsOf: (row: ListRow) => MenuItemSpec[]
  /** Moves rows; null: they cannot be moved now. */
  order: Order | null
  /** Shows a file large; null: not possible. */
  onLook: Look | null
  /** Drags the file of a row out of the window. */
  onDragOut: (row: ListRow) => void
  offline: boolean
  /** Names of the lock holders, by refKey. */
  locks: ReadonlyMap<string, string>
  /** The server's next scheduled actions, by document id. */
  schedules: ReadonlyMap<string, string>
}

/** Gap between two cards in px. */
const GAP = 16
/** Height in px of a card below its picture, until it is measured. */
const WORDS = 76
/** Size in px of the window around the grid, until it is measured. */
const AROUND = 272

/** The files of one page as cards; only visible lines are drawn. */
export function MediaGrid(props: MediaGridProps) {
  const { rows, width, collection, locale, selection } = props
  const scroll = useRef<HTMLDivElement>(null)
  const columns = useColumns(scroll, width)
  const { back, keep } = useKeptPlace()
  const { body, bodyProps, activeIndex, onMenu, select, keysId, beside } = useTableRows<
    ListRow,
    HTMLUListElement
  >({
    rows,
    titleOf: props.titleOf,
    itemsOf: props.itemsOf,
    opens: true,
    selection,
    order: props.order,
    before: back?.row ?? null,
    onFocus: (row) => keep({ row }),
    columns,
    onLook: props.onLook,
  })
  useKeptScroll(scroll)
  const lines = useRowWindow({
    count: Math.ceil(rows.length / columns),
    scroll,
    body,
    pinned: Math.floor(activeIndex / columns),
    top: back?.top ?? 0,
    guess: (width * 3) / 4 + WORDS + GAP,
  })
  const hasAlt = altField(collection) !== null
  const dragProps = {
    onDragStart: (event: DragEvent<HTMLElement>) => dragFile(event, rows, props.onDragOut),
  }
  return (
    <div ref={scroll} className={styles['scroll']}>
      {beside}
      <ul
        ref={body}
        aria-label={props.label}
        aria-describedby={keysId}
        className={styles['grid']}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        {...bodyProps}
        {...dragProps}
      >
        {lines.rows.flatMap(({ index: line, gap }) => [
          ...(gap > 0 ? [<Gap key={`gap-${line}`} height={gap} />] : []),
          ...rows.slice(line * columns, (line + 1) * columns).map((row, place) => {
            const index = line * columns + place
            return (
              <Card
                key={refKey(row.ref)}
                row={row}
                position={index + 1}
                count={rows.length}
                width={width}
                href={props.hrefOf(row)}
                title={props.titleOf(row)}
                alt={hasAlt ? altOf(collection, row, locale) : null}
                lacksAlt={hasAlt && lacksAlt(collection, row, locale)}
                offline={props.offline}
                lockedBy={props.locks.get(refKey(row.ref)) ?? null}
                scheduled={props.schedules.get(refId(row.ref)) ?? null}
                selected={selection?.ids.has(refId(row.ref)) ?? null}
                onSelect={select}
                inTabOrder={index === activeIndex}
                onMenu={onMenu}
              />
            )
          }),
        ])}
        {lines.rest > 0 && <Gap height={lines.rest} />}
      </ul>
    </div>
  )
}

/** Drags the file of the card under the pointer, not the address of its document. */
function dragFile(
  event: DragEvent<HTMLElement>,
  rows: readonly ListRow[],
  onDragOut: (row: ListRow) => void,
): void {
  const card = event.target instanceof Element ? event.target.closest('[data-row]') : null
  const row = rows.find(({ ref }) => refId(ref) === card?.getAttribute('data-row'))
  if (row === undefined) return
  // The browser would drag the address of the document in this app.
  event.preventDefault()
  onDragOut(row)
}

/** Fills the height of lines that are not drawn. */
function Gap({ height }: { height: number }) {
  return <li aria-hidden="true" className={styles['gap']} style={{ blockSize: height }} />
}

/** Returns the number of cards of at least this width in a line. */
function useColumns(scroll: RefObject<HTMLElement | null>, width: number): number {
  const [inner, setInner] = useState(() => Math.max(0, globalThis.innerWidth - AROUND))
  useLayoutEffect(() => {
    const element = scroll.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
      const padding = (parseFloat(paddingInlineStart) || 0) + (parseFloat(paddingInlineEnd) || 0)
      if (element.clientWidth > 0) setInner(element.clientWidth - padding)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroll])
  return Math.max(1, Math.floor((inner + GAP) / (width + GAP)))
}

type CardProps = Pick<MediaGridProps, 'width' | 'offline'> & {
  row: ListRow
  position: number
  count: number
  href: string
  title: string
  /** Alternative text of the picture; null: the collection has no such field. */
  alt: string | null
  lacksAlt: boolean
  lockedBy: string | null
  scheduled: string | null
  /** Null: files cannot be selected. */
  selected: boolean | null
  onSelect: RowSelection['onSelect']
  inTabOrder: boolean
  onMenu: (id: string, at: Point) => void
}

/** Memoized: redrawn only when this file changes. */
const Card = memo(function Card(props: CardProps) {
  const { row, title, alt } = props
  const { t } = useT()
  const id = refId(row.ref)
  const facts = factsText(fileFacts(row.data))
  return (
    <li
      data-row={id}
      aria-posinset={props.position}
      aria-setsize={props.count}
      className={cx(styles['card'], props.selected === true && styles['selected'])}
    >
      <MarginBar state={rowBar(row.state)} className={styles['bar']} />
      <Link data-open="" to={props.href} className={styles['open']} tabIndex={props.inTabOrder ? 0 : -1}>
        <Thumbnail
          of={pictured(row)}
          size="card"
          width={props.width * globalThis.devicePixelRatio}
          offline={props.offline}
        />
        <span className={styles['name']} title={title}>
          <bdi>{title}</bdi>
        </span>
      </Link>
      {props.selected !== null && (
        <span className={styles['choose']}>
          <RowCheckbox id={id} title={title} selected={props.selected} onSelect={props.onSelect} />
        </span>
      )}
      <span className={styles['menu']}>
        <RowMenuButton id={id} title={title} inTabOrder={props.inTabOrder} onMenu={props.onMenu} />
      </span>
      <span className={styles['facts']}>
        <span className={styles['kind']}>
          <bdi dir="ltr">{facts}</bdi>
        </span>
        {props.lockedBy !== null && <LockMark name={props.lockedBy} />}
        {props.scheduled !== null && <ScheduleMark words={props.scheduled} />}
        <RowSync row={row} offline={props.offline} />
      </span>
      {alt !== null && (
        <span className={cx(styles['alt'], props.lacksAlt && styles['missing'])} title={alt}>
          {props.lacksAlt ? t('galley:media.missingAlt') : <bdi>{alt}</bdi>}
        </span>
      )}
    </li>
  )
})
