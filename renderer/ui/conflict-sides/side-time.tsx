import { Moment } from '../moment/moment.tsx'
import styles from './conflict-sides.module.css'

/** When a side made its change, ISO; nothing where that is not known. */
export function SideTime({ at }: { at: string | null }) {
  return at !== null && <Moment iso={at} className={styles['when']} />
}
