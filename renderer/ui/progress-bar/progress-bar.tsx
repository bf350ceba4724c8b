import styles from './progress-bar.module.css'

/** How far some work is; `labelledBy`: the id of its words. */
export function ProgressBar(props: { labelledBy: string; max: number; value: number }) {
  const { labelledBy, max, value } = props
  return <progress aria-labelledby={labelledBy} max={max} value={value} className={styles['bar']} />
}
