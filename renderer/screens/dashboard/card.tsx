import { ArrowDown, ArrowUp, Ellipsis, EyeOff } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { MenuButton, type MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import styles from './dashboard-screen.module.css'

/** Lines that are shown until the card is expanded. */
export const LINES = 6

export type CardProps = {
  id: string
  title: string
  /** The elements of the lines; each needs a key. */
  lines: ReactNode[]
  /** Shown below the lines, such as a link to the whole list. */
  foot?: ReactNode
  /** True if a line waits for the person; the card is then highlighted. */
  isUrgent?: boolean
  /** Moves the card up or down; null: there is no card on that side. */
  onMove: { up: (() => void) | null; down: (() => void) | null }
  onHide: () => void
}

/** A card of the dashboard, which its menu hides or moves. The dashboard draws only cards with lines. */
export function Card({ id, title, lines, foot, isUrgent = false, onMove, onHide }: CardProps) {
  const { t } = useT()
  const heading = useId()
  const list = useId()
  const [isWhole, setWhole] = useState(false)
  const trigger = `card-${id}`
  const moving = (move: (() => void) | null, words: string) => () => {
    if (move === null) return
    // Moving the card in the DOM takes the focus that the closing menu has just returned.
    flushSync(move)
    document.getElementById(trigger)?.focus()
    announce(t(words, { title }))
  }
  const menu: MenuItemSpec[] = [
    {
      id: 'up',
      icon: ArrowUp,
      label: t('galley:app.dashboard.moveUp'),
      disabledReason: onMove.up === null ? t('galley:app.dashboard.isFirst') : null,
      onAction: moving(onMove.up, 'galley:app.dashboard.movedUp'),
    },
    {
      id: 'down',
      icon: ArrowDown,
      label: t('galley:app.dashboard.moveDown'),
      disabledReason: onMove.down === null ? t('galley:app.dashboard.isLast') : null,
      onAction: moving(onMove.down, 'galley:app.dashboard.movedDown'),
    },
    { id: 'hide', icon: EyeOff, label: t('galley:app.dashboard.hide'), onAction: onHide },
  ]
  const more = lines.length - LINES
  return (
    <section aria-labelledby={heading} className={styles['card']}>
      <div className={styles['head']}>
        <h2 id={heading}>{title}</h2>
        <MenuButton
          id={trigger}
          icon={Ellipsis}
          size="row"
          label={t('galley:app.dashboard.cardMenu', { title })}
          className={styles['menu'] ?? ''}
          items={menu}
        />
      </div>
      <ul id={list} className={styles[isUrgent ? 'box' : 'list']}>
        {isWhole ? lines : lines.slice(0, LINES)}
      </ul>
      {(more > 0 || foot !== undefined) && (
        <div className={styles['foot']}>
          {more > 0 && (
            <Button
              size="row"
              variant="quiet"
              expanded={isWhole}
              controls={list}
              onPress={() => setWhole(!isWhole)}
            >
              {isWhole
                ? t('galley:app.dashboard.fewer')
                : t('galley:app.dashboard.all', { number: lines.length })}
            </Button>
          )}
          {foot}
        </div>
      )}
    </section>
  )
}
