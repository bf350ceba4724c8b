import { Search } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from 'react-aria-components'
import { useT } from '../i18n/use-t.ts'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { KeyCap } from '../ui/key-cap/key-cap.tsx'
import { ModalLayer } from '../ui/modal-layer/modal-layer.tsx'
import { useOptionSearch } from '../ui/option-search/use-option-search.ts'
import { VisuallyHidden } from '../ui/visually-hidden/visually-hidden.tsx'
import { filterGroups, findMatch } from './palette-entries.ts'
import styles from './palette.module.css'
import { usePaletteGroups } from './use-palette-groups.ts'

/** Quick open: places and commands by their names; arrows choose, Enter runs (LOOK 7). */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useT()
  return (
    <ModalLayer closesOutside onClose={onClose} className={styles['scrim']} sheetClassName={styles['modal']}>
      <Dialog aria-label={t('galley:app.palette.label')} className={styles['dialog'] ?? ''}>
        <PaletteBox onClose={onClose} />
      </Dialog>
    </ModalLayer>
  )
}

function PaletteBox({ onClose }: { onClose: () => void }) {
  const { t } = useT()
  const [typed, setTyped] = useState('')
  const groups = filterGroups(usePaletteGroups(), typed)
  const entries = groups.flatMap((group) => group.entries)
  const { id, chosen, inputProps, listProps, optionProps } = useOptionSearch({
    typed,
    setTyped,
    options: entries,
    idOf: (entry) => entry.id,
    onTake: (entry) => {
      onClose()
      entry.run()
    },
  })
  return (
    <>
      <div className={styles['query']}>
        <Icon icon={Search} size="large" />
        <input
          {...inputProps}
          aria-label={t('galley:app.palette.label')}
          placeholder={t('galley:app.palette.label')}
          // The palette is opened to type into it.
          autoFocus
          className={styles['input']}
        />
      </div>
      <div {...listProps} aria-label={t('galley:app.palette.label')} className={styles['list']}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <div id={`${id}-${group.id}`} role="presentation" className={styles['heading']}>
              {group.label}
            </div>
            {group.entries.map((entry) => (
              <div
                key={entry.id}
                {...optionProps(entry)}
                className={cx(styles['entry'], entry === chosen && styles['chosen'])}
              >
                <Icon icon={entry.icon} />
                <Marked text={entry.text} typed={typed} />
                {entry.hint !== undefined && <span className={styles['hint']}>{entry.hint}</span>}
                {entry.shortcut !== undefined && <KeyCap shortcut={entry.shortcut} />}
              </div>
            ))}
          </div>
        ))}
        {entries.length === 0 && (
          <p className={styles['nothing']}>{t('galley:app.palette.nothing', { text: typed })}</p>
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{t('galley:app.palette.results', { count: entries.length })}</span>
      </VisuallyHidden>
      <div aria-hidden="true" className={styles['foot']}>
        <span>
          <KeyCap shortcut="↑" /> <KeyCap shortcut="↓" /> {t('galley:app.palette.choose')}
        </span>
        <span>
          <KeyCap shortcut="Enter" /> {t('galley:app.palette.open')}
        </span>
      </div>
    </>
  )
}

function Marked({ text, typed }: { text: string; typed: string }) {
  const match = findMatch(text, typed)
  return (
    <span className={styles['text']}>
      {match === null || match.match === '' ? (
        text
      ) : (
        <>
          {match.before}
          <mark>{match.match}</mark>
          {match.after}
        </>
      )}
    </span>
  )
}
