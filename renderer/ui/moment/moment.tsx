import { useT } from '../../i18n/use-t.ts'

/** A moment in its short form; all of it for who points at it. */
export function Moment({ iso, className }: { iso: string; className?: string | undefined }) {
  const { formatDate, formatMoment } = useT()
  return (
    <time dateTime={iso} title={formatDate(iso)} className={className}>
      {formatMoment(iso)}
    </time>
  )
}
