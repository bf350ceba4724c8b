import styles from './locale-badge.module.css'

/** The content locale beside a label: `EN`. */
export function LocaleBadge({ code }: { code: string }) {
  return <span className={styles['badge']}>{code}</span>
}
