import { Moment } from '../moment/moment.tsx'
import styles from './conflict-sides.module.css'

/** The time at which a side made its change, ISO; renders nothing for null. */
export function SideTime({ at }: { at: string | null }) {
  return at !== null && <Moment iso={at} className={styles['when']} />
}
