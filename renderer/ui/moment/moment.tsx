import { useT } from '../../i18n/use-t.ts'
import { useSyncExternalStore } from 'react'
import { tooltipProps } from '../tooltip/tooltip-props.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'

/** A time in its short form, with the full date as tooltip. */
export function Moment({ iso, className }: { iso: string; className?: string | undefined }) {
  const { formatDate, formatMoment } = useT()
  return (
    <time dateTime={iso} title={formatDate(iso)} className={className}>
      {formatMoment(iso)}
    </time>
  )
}

/** Milliseconds between two updates of the ages on the screen. */
const EVERY = 30_000
const aging = new Set<() => void>()
let timer: number | undefined

/** Subscribes to the one timer of all times on the screen: a list has a hundred. */
function subscribe(age: () => void): () => void {
  if (aging.size === 0) timer = window.setInterval(() => aging.forEach((one) => one()), EVERY)
  aging.add(age)
  return () => {
    aging.delete(age)
    if (aging.size === 0) window.clearInterval(timer)
  }
}

/** The age of a time, kept up to date on the screen, with the full date as tooltip. */
export function Ago({ iso }: { iso: string }) {
  const { formatAgo, formatDate } = useT()
  const text = useSyncExternalStore(subscribe, () => formatAgo(iso))
  const whole = formatDate(iso)
  return (
    <time dateTime={iso} {...tooltipProps(whole)}>
      <bdi>{text}</bdi>
      <VisuallyHidden> ({whole})</VisuallyHidden>
    </time>
  )
}
