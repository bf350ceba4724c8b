import type { ShownItem, ShownOf } from '../../../shared/fields/richText/shown.ts'
import { cx } from '../../ui/class-names.ts'
import { listFromHtml } from '../features/lists/list-from-html.ts'
import styles from '../features/lists/lists.module.css'
import { directionOf, lineInside, looks } from './node-view.tsx'
import type { Drawing, NodeView } from './node-view.tsx'

export const listView: NodeView<ShownOf<'list'>> = {
  draw(shown, key, drawing) {
    const isCheck = shown.type === 'check'
    const items = shown.items.map((item, index) => drawItem(item, index, drawing, isCheck))
    const className = cx(styles['list'], isCheck && styles['checklist'])
    const dir = directionOf(shown.direction, drawing)
    return shown.type === 'number' ? (
      <ol key={key} className={className} start={shown.start} {...dir}>
        {items}
      </ol>
    ) : (
      // A list of boxes is a group for assistive technology.
      <ul key={key} className={className} {...(isCheck && { role: 'group' })} {...dir}>
        {items}
      </ul>
    )
  },
  readsHtml: listFromHtml,
}

function drawItem(
  { value, checked, nests, inside, ...look }: ShownItem,
  key: number,
  drawing: Drawing,
  inCheckList: boolean,
) {
  const box =
    checked === undefined
      ? {}
      : { role: 'checkbox', 'aria-checked': checked, ...(drawing.isRead && { 'aria-readonly': true }) }
  const role = inCheckList && nests ? { role: 'none' } : box
  return (
    <li
      key={key}
      value={value}
      className={cx(
        styles['item'],
        nests && styles['nested'],
        checked !== undefined && styles[checked ? 'checked' : 'unchecked'],
      )}
      {...role}
      {...looks({ ...look, indent: 0 }, { inline: true })}
    >
      {lineInside(inside, drawing)}
    </li>
  )
}
