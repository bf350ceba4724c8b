import { TriangleAlert } from 'lucide-react'
import { isRows, type DataNode } from '../../../shared/cms/fields.ts'
import type { SavedDifference } from '../../../shared/document/saved-difference.ts'
import { projectRow } from '../../../shared/document/project.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { comparedBy, diffText } from '../diff-text.ts'
import type { SideWords } from '../words-at.ts'
import styles from './saved-note.module.css'

/** The sent and the stored value as text. `node`: the field; for a row and an order its list. */
export function BothValues({
  difference,
  node,
  words,
}: {
  difference: SavedDifference
  node: DataNode | null
  words: SideWords<'sent' | 'saved'>
}) {
  const { t } = useT()
  const { kind, sent, saved, locale } = difference
  const own =
    kind === 'order' || kind === 'row' ? null : comparedBy('Diff', words.saved.modules, node, sent, saved)
  const say = (side: 'sent' | 'saved'): string | null => {
    const value = difference[side]
    const isRow = kind === 'row' && node !== null && isRows(node)
    return diffText(
      node,
      isRow ? (value === null ? null : [projectRow(node, value, locale)]) : value,
      words[side],
    )
  }
  return (
    <div className={styles['both']}>
      <p className={styles['what']}>
        <Icon icon={TriangleAlert} size="small" />
        {t(`galley:saved.${wordsOf(difference)}`)}
      </p>
      {own !== null && (
        <own.Part
          field={own.field}
          before={sent}
          after={saved}
          names={{ before: t('galley:saved.sent'), after: t('galley:saved.server') }}
          context={words.saved}
        />
      )}
      {kind !== 'order' && own === null && (
        <dl className={styles['values']}>
          {(['sent', 'saved'] as const).map((side) => {
            const text = say(side)
            return (
              <div key={side} className={styles['side']}>
                <dt>{t(side === 'sent' ? 'galley:saved.sent' : 'galley:saved.server')}</dt>
                <dd dir="auto" className={text === null ? styles['nothing'] : undefined}>
                  {text ?? t('galley:saved.nothing')}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </div>
  )
}

function wordsOf({ kind, result, sent }: SavedDifference): string {
  if (kind === 'order') return 'orderChanged'
  if (kind === 'row') return sent === null ? 'rowNotRemoved' : 'rowNotSaved'
  return result === 'not-saved' ? 'fieldNotSaved' : 'fieldChanged'
}
