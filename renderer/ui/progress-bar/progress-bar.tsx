import styles from './progress-bar.module.css'

/** The progress of some work; `labelledBy`: id of its label. */
export function ProgressBar(props: { labelledBy: string; max: number; value: number }) {
  const { labelledBy, max, value } = props
  return <progress aria-labelledby={labelledBy} max={max} value={value} className={styles['bar']} />
}
