import styles from './plain-title-bar.module.css'

/** The title bar before anybody is signed in. */
export function PlainTitleBar() {
  return (
    <header className={styles['bar']}>
      <span className={styles['name']}>Galley</span>
    </header>
  )
}
