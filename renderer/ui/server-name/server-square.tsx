import type { ServerColor } from '../../../shared/policy.ts'
import { cx } from '../class-names.ts'
import { firstLetter } from '../first-letter.ts'
import styles from './server-square.module.css'

export type ServerSquareProps = {
  name: string
  url: string
  /** The organisation's colour; otherwise it depends on the address. */
  color?: ServerColor | null | undefined
}

/**
 * A square with the first letter of a server’s name. Without a set colour: amber for staging, green for development,
 * blue otherwise.
 */
export function ServerSquare({ name, url, color }: ServerSquareProps) {
  return (
    <span
      aria-hidden="true"
      // Decoration, not part of the control's text.
      data-letter={firstLetter(name) || '?'}
      className={cx(styles['square'], styles[color ?? colorOf(url)])}
    />
  )
}

function colorOf(url: string): ServerColor {
  if (/staging|stage|test|preview/i.test(url)) return 'amber'
  return /(^|[./])dev\.|localhost|127\.0\.0\.1|\[::1\]/.test(url) ? 'green' : 'blue'
}

/** Returns the text below a server's name: host and path. */
export function hostOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return pathname === '/' ? host : host + pathname
  } catch {
    return url
  }
}
