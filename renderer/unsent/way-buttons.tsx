import { ClipboardCopy, Ellipsis, FileDown, Undo2 } from 'lucide-react'
import type { WayOut } from '../../shared/sync/ways-out.ts'
import { useT } from '../i18n/use-t.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { MenuButton, type MenuItemSpec } from '../ui/menu-button/menu-button.tsx'
import type { UnsentActions } from './use-unsent-actions.tsx'
import styles from './way-buttons.module.css'

export type WayButtonsProps = {
  ways: readonly WayOut[]
  actions: UnsentActions
  /** Address of the document; null if it is open. */
  href: string | null
  /** The decision of the entry's conflict, if it can be made here. */
  decide?: { open: number; publishes: boolean; onPress: () => void }
  /** Replaces the retry: saves the corrected edits. */
  again?: { busy: boolean; onPress: () => void }
}

/** The buttons of an entry's actions, the one that continues first; copies and steps back are in a menu. */
export function WayButtons({ ways, actions, href, decide, again }: WayButtonsProps) {
  const { t } = useT()
  const has = (way: WayOut) => ways.includes(way)
  // On an open document's screen no button here is filled, since Save is.
  const filled = href === null ? {} : ({ variant: 'primary' } as const)
  const items = useMoreItems(ways, actions)
  return (
    <>
      {has('decide') && decide && (
        <Button
          {...filled}
          size="header"
          onPress={decide.onPress}
          busyLabel={actions.busy === 'retry' ? t('galley:sync.sendingNow') : null}
          disabledReason={decide.open > 0 ? t('galley:sync.decideFirst') : null}
        >
          {t(decide.publishes ? 'galley:sync.publishMerged' : 'galley:sync.saveMerged')}
        </Button>
      )}
      {has('retry') && (
        <Button
          {...filled}
          size="header"
          onPress={again ? again.onPress : () => actions.retry()}
          busyLabel={actions.busy === 'retry' || again?.busy ? t('galley:sync.sendingNow') : null}
        >
          {t('galley:sync.retryNow')}
        </Button>
      )}
      {has('take-over') && (
        <Button
          size="header"
          onPress={actions.takeOver}
          busyLabel={actions.busy === 'take-over' ? t('galley:lock.taking') : null}
        >
          {t('general:takeOver')}
        </Button>
      )}
      {has('export') && !has('copy') && (
        <Button size="header" icon={FileDown} disabledReason={actions.whyNotSave} onPress={actions.save}>
          {t('galley:sync.export')}
        </Button>
      )}
      {has('create-again') && (
        <Button
          size="header"
          onPress={actions.createAgain}
          busyLabel={actions.busy === 'create-again' ? t('general:creating') : null}
        >
          {t('galley:sync.createAgain')}
        </Button>
      )}
      {has('edit') && href !== null && (
        <ButtonLink to={href} size="header">
          {t('galley:sync.openDocument')}
        </ButtonLink>
      )}
      {/* Kept on one line: three dots alone on the next line would say nothing. */}
      <span className={styles['together']}>
        {has('discard') && (
          <Button variant="danger-quiet" size="header" onPress={actions.discard}>
            {t('galley:sync.discard')}
          </Button>
        )}
        {items.length > 0 && (
          <MenuButton icon={Ellipsis} label={t('galley:sync.more')} placement="top end" items={items} />
        )}
      </span>
    </>
  )
}

/** Returns the items of the menu: copies, and taking a publish back. */
function useMoreItems(ways: readonly WayOut[], actions: UnsentActions): MenuItemSpec[] {
  const { t } = useT()
  const has = (way: WayOut) => ways.includes(way)
  return [
    ...(has('take-back-publish')
      ? [
          {
            id: 'take-back',
            label: t('galley:edit.takeBackPublish'),
            icon: Undo2,
            onAction: actions.takeBackPublish,
          },
        ]
      : []),
    ...(has('copy')
      ? [{ id: 'copy', label: t('galley:sync.copyJson'), icon: ClipboardCopy, onAction: actions.copy }]
      : []),
    ...(has('export') && has('copy')
      ? [
          {
            id: 'export',
            label: t('galley:sync.export'),
            icon: FileDown,
            disabledReason: actions.whyNotSave,
            onAction: actions.save,
          },
        ]
      : []),
  ]
}
