import { useT } from '../../i18n/use-t.ts'

/** Says the keys of a table's rows to who cannot see; the table is described by it (`id`). */
export function RowKeys({ id, opens, selects }: { id: string; opens: boolean; selects: boolean }) {
  const { t } = useT()
  return (
    <span id={id} hidden>
      {opens && t('galley:list.keysOpen')} {selects && t('galley:list.keysSelect')}
    </span>
  )
}
