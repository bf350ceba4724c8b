import type { Misfit } from '../../../shared/document/paste-rows.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './rows-field.module.css'
import { rowNumber } from './row-labels.ts'
import type { PasteQuestion } from './use-row-operations.ts'

/** The question before a paste: the parts of the copied rows that do not fit. */
export function PasteDialog({ asked, onAnswer }: { asked: PasteQuestion; onAnswer: (yes: boolean) => void }) {
  const { t, label } = useT()
  const { rows, misfits, copied } = asked
  const wordsOf = ({ reason, what, row }: Misfit) => {
    const place = what.map((part) => label(part)).join(' / ')
    return t(`galley:edit.rows.misfit.${reason}`, { what: place, row: rowNumber(row - 1) })
  }
  return (
    <Dialog
      title={
        rows.length === 0
          ? t('galley:edit.rows.pasteNothing')
          : t('galley:edit.rows.pasteTitle', { count: copied })
      }
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button autoFocus={rows.length === 0} onPress={() => onAnswer(false)}>
            {rows.length === 0 ? t('general:close') : t('general:cancel')}
          </Button>
          {rows.length > 0 && (
            <Button variant="primary" autoFocus onPress={() => onAnswer(true)}>
              {t('galley:edit.rows.pasteRest', { count: rows.length })}
            </Button>
          )}
        </>
      }
    >
      <p>{t('galley:edit.rows.pasteBody')}</p>
      {/* A long list scrolls, also by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles['misfits']} tabIndex={0} aria-label={t('galley:edit.rows.misfits')}>
        {misfits.map((misfit, index) => (
          <li key={`${index}`}>
            <bdi>{[rowNumber(misfit.row - 1), misfit.label].join(' ').trim()}</bdi>: {wordsOf(misfit)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
