import { X } from 'lucide-react'
import { createContext, useContext, useMemo, type CSSProperties, type ReactNode } from 'react'
import { Dialog, Heading } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { ModalLayer } from '../modal-layer/modal-layer.tsx'
import styles from './drawer.module.css'

/** Number of drawers below this one: 0 for the lowest. */
const DepthContext = createContext(0)

export type DrawerProps = {
  title: string
  titleDir?: 'ltr' | 'rtl' | 'auto'
  /** Label of the document's kind, shown in front of the title. */
  kind?: string
  /** Shown behind the title. */
  pill?: ReactNode
  actions?: ReactNode
  /** Shown above the content; does not scroll with it. */
  bar?: ReactNode
  /** Shown below the content, such as its buttons; does not scroll with it. */
  foot?: ReactNode
  /** Called on Escape, by the close button, and on a press outside unless `staysOpen`. */
  onClose: () => void
  /** True if a press outside does not close it, since its content is kept nowhere else. */
  staysOpen?: boolean
  /** True for a narrow drawer, with only a few short inputs. */
  isNarrow?: boolean
  /**
   * Name of the layer of a document, unique in the window: commands registered for it work in the drawer.
   */
  layer?: string | null
  children: ReactNode
}

/**
 * A sheet from the end edge over the still mounted screen, up to 832 px wide; one over another is narrower.
 */
export function Drawer(props: DrawerProps) {
  const { t } = useT()
  const depth = useContext(DepthContext)
  const { layer = null } = props
  // A document is not saved by Enter, here as on its screen.
  const acts = layer !== null ? {} : { 'data-actions': '' }
  const style = useMemo(
    (): CSSProperties & Record<'--drawer-depth', number> => ({ '--drawer-depth': depth }),
    [depth],
  )
  return (
    <DepthContext value={depth + 1}>
      <ModalLayer
        onClose={props.onClose}
        closesOutside={props.staysOpen !== true}
        className={styles['scrim']}
        sheetClassName={cx(styles['modal'], props.isNarrow === true && styles['narrow'])}
        sheetStyle={style}
      >
        <Dialog className={styles['drawer'] ?? ''} {...(layer !== null && { 'data-layer': layer })}>
          <header className={styles['head']}>
            <div className={styles['name']}>
              {props.kind !== undefined && <span className={styles['kind']}>{props.kind}</span>}
              <Heading
                slot="title"
                className={styles['title'] ?? ''}
                title={props.title}
                dir={props.titleDir}
              >
                {props.title}
              </Heading>
              {props.pill}
            </div>
            <div {...acts} className={styles['actions']}>
              {props.actions}
              <IconButton icon={X} label={t('general:close')} onPress={props.onClose} />
            </div>
          </header>
          {props.bar}
          <div data-body="" className={styles['body']}>
            {props.children}
          </div>
          {props.foot !== undefined && (
            <footer {...acts} className={styles['foot']} data-foot="">
              {props.foot}
            </footer>
          )}
        </Dialog>
      </ModalLayer>
    </DepthContext>
  )
}
