import type { ServerColor } from '../../../shared/policy.ts'
import { cx } from '../class-names.ts'
import { firstLetter } from '../first-letter.ts'
import styles from './server-square.module.css'

export type ServerSquareProps = {
  name: string
  url: string
  /** As the organisation says; else by the address. */
  color?: ServerColor | null | undefined
}

/**
 * The first letter of a server’s name. Where nobody has said the colour: amber for staging, green for development, blue
 * otherwise.
 */
export function ServerSquare({ name, url, color }: ServerSquareProps) {
  return (
    <span
      aria-hidden="true"
      // A picture, not text of the control that it stands in.
      data-letter={firstLetter(name) || '?'}
      className={cx(styles['square'], styles[color ?? colorOf(url)])}
    />
  )
}

function colorOf(url: string): ServerColor {
  if (/staging|stage|test|preview/i.test(url)) return 'amber'
  return /(^|[./])dev\.|localhost|127\.0\.0\.1|\[::1\]/.test(url) ? 'green' : 'blue'
}

/** What stands under a server's name. */
export function hostOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return pathname === '/' ? host : host + pathname
  } catch {
    return url
  }
}
