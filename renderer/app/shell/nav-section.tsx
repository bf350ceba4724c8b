import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { own } from '../../../shared/json.ts'
import { useNavPreference } from '../../data/nav-preference.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import styles from './sidebar.module.css'

/**
 * Returns true if a section of the navigation is open. `name`: its preference key; `otherwise`: the default.
 */
export function useIsNavOpen(name: string, otherwise = true): boolean {
  const [{ groups }] = useNavPreference()
  return own(groups, name)?.open ?? otherwise
}

type SectionProps = { label: string; name: string; isOpen: boolean; children: ReactNode }

/** A part of the navigation under a heading that opens and closes it (S2.18). */
export function NavSection({ label, name, isOpen, children }: SectionProps) {
  const [, choose] = useNavPreference()
  const id = useId()
  return (
    <div role="group" aria-labelledby={`${id}-name`}>
      <h2 className={styles['heading']}>
        <button
          type="button"
          id={`${id}-name`}
          aria-expanded={isOpen}
          aria-controls={id}
          className={styles['toggle']}
          onClick={() => choose({ groups: Object.fromEntries([[name, { open: !isOpen }]]) })}
        >
          <Icon icon={isOpen ? ChevronDown : ChevronRight} size="small" flip={!isOpen} />
          {label}
        </button>
      </h2>
      <div id={id} inert={!isOpen} className={cx(styles['fold'], !isOpen && styles['closed'])}>
        <ul className={styles['folded']}>{children}</ul>
      </div>
    </div>
  )
}
