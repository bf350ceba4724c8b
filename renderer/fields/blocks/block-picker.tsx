import { Search } from 'lucide-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { Dialog } from 'react-aria-components'
import type { Block } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import type { PickerProps } from '../rows/rows-field.tsx'
import { blockChoices, type BlockChoice } from './block-choices.ts'
import styles from './blocks-input.module.css'

/** Which block a new row is to be: by its name, arrows choose, Enter takes it. */
export function BlockPicker({ field, anchor, onChoose, onClose }: PickerProps) {
  const { t } = useT()
  return (
    <Popover at={{ anchor: { current: anchor }, onClose }} className={styles['picker']}>
      <Dialog aria-label={t('galley:edit.rows.pickBlock')} className={styles['dialog'] ?? ''}>
        <Choices blocks={field.type === 'blocks' ? field.blocks : []} onChoose={onChoose} />
      </Dialog>
    </Popover>
  )
}

function Choices({ blocks, onChoose }: { blocks: Block[]; onChoose: (type: string) => void }) {
  const { t, label } = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const groups = blockChoices(blocks, typed, label)
  const choices = groups.flatMap((group) => group.choices)
  const chosen = choices[Math.min(at, choices.length - 1)]
  const optionId = (choice: BlockChoice) => `${id}-${choice.slug}`
  const chosenId = chosen === undefined ? undefined : optionId(chosen)

  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView?.({ block: 'nearest' })
  }, [chosenId])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = choices.length - 1
    const moves: Record<string, () => void> = {
      ArrowDown: () => setAt(at >= last ? 0 : at + 1),
      ArrowUp: () => setAt(at <= 0 ? last : Math.min(at, last) - 1),
      Enter: () => {
        if (chosen !== undefined) onChoose(chosen.slug)
      },
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  return (
    <>
      <div className={styles['query']}>
        <Icon icon={Search} />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosenId}
          aria-autocomplete="list"
          aria-label={t('fields:searchForBlock')}
          placeholder={t('fields:searchForBlock')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          spellCheck={false}
          autoComplete="off"
          // It is opened to be typed into.
          autoFocus
          className={styles['input']}
        />
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={t('fields:blocks')} className={styles['choices']}>
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name || t('fields:blocks')}>
            {group.name !== '' && (
              <div role="presentation" className={styles['heading']}>
                {group.name}
              </div>
            )}
            {group.choices.map((choice) => (
              <div
                key={choice.slug}
                id={optionId(choice)}
                role="option"
                tabIndex={-1}
                aria-selected={choice === chosen}
                className={cx(styles['choice'], choice === chosen && styles['chosen'])}
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setAt(choices.indexOf(choice))}
                onClick={() => onChoose(choice.slug)}
                onKeyDown={onKeyDown}
              >
                <bdi>{choice.name}</bdi>
              </div>
            ))}
          </div>
        ))}
      </div>
      {choices.length === 0 && (
        <p role="status" className={styles['nothing']}>
          {t('galley:edit.rows.noBlock', { text: typed })}
        </p>
      )}
    </>
  )
}
