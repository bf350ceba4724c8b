import type { ReactNode } from 'react'
import { hostOf, ServerSquare, type ServerSquareProps } from './server-square.tsx'
import styles from './server-name.module.css'

/** A server as it is named everywhere: square, name and host. */
export function ServerName({ children, ...server }: ServerSquareProps & { children?: ReactNode }) {
  const { name, url } = server
  return (
    <>
      <ServerSquare {...server} />
      <span className={styles['text']}>
        {/* The space keeps the words apart where they are read as one text. */}
        <b className={styles['name']}>{name}</b>{' '}
        <small className={styles['host']}>
          <bdi dir="ltr">{hostOf(url)}</bdi>
        </small>
        {children}
      </span>
    </>
  )
}
