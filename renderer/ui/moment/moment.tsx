import { useT } from '../../i18n/use-t.ts'
import { useSyncExternalStore } from 'react'
import { tooltipProps } from '../tooltip/tooltip-props.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'

/** A moment in its short form; all of it for who points at it. */
export function Moment({ iso, className }: { iso: string; className?: string | undefined }) {
  const { formatDate, formatMoment } = useT()
  return (
    <time dateTime={iso} title={formatDate(iso)} className={className}>
      {formatMoment(iso)}
    </time>
  )
}

/** How often texts of this kind may change, in ms. */
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

/** How long ago something was, which ages on the screen; the whole date for who points at it or listens. */
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
