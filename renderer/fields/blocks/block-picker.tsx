import { Search } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from 'react-aria-components'
import type { Block } from '../../../shared/cms/schema-model.ts'
import { useFieldSnapshot } from '../../form/form-context.tsx'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { useOptionSearch } from '../../ui/option-search/use-option-search.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import type { PickerProps } from '../rows/rows-popups.tsx'
import styles from './blocks-input.module.css'

const NO_BLOCKS = { blocks: [], offered: null }

/** The picker of the block of a new row: typing filters, arrows choose, Enter takes it. */
export function BlockPicker({ field, path, anchor, onChoose, onClose }: PickerProps) {
  const { t } = useT()
  const { choices } = useFieldSnapshot(path)
  const { blocks, offered } = field.type === 'blocks' ? field : NO_BLOCKS
  // Choices from the site's function replace those of the config.
  const slugs = choices ?? offered
  const shown = slugs === null ? blocks : blocks.filter(({ slug }) => slugs.includes(slug))
  return (
    <Popover at={{ anchor: { current: anchor }, onClose }} className={styles['picker']}>
      <Dialog aria-label={t('galley:edit.rows.pickBlock')} className={styles['dialog'] ?? ''}>
        <Choices blocks={shown} onChoose={onChoose} />
      </Dialog>
    </Popover>
  )
}

function Choices({ blocks, onChoose }: { blocks: Block[]; onChoose: (type: string) => void }) {
  const { t, label } = useT()
  const [typed, setTyped] = useState('')
  const groups = blockChoices(blocks, typed, label)
  const choices = groups.flatMap((group) => group.choices)
  const { chosen, inputProps, listProps, optionProps } = useOptionSearch({
    typed,
    setTyped,
    options: choices,
    idOf: (choice) => choice.slug,
    onTake: (choice) => onChoose(choice.slug),
  })
  return (
    <>
      <div className={styles['query']}>
        <Icon icon={Search} />
        <input
          {...inputProps}
          aria-label={t('fields:searchForBlock')}
          placeholder={t('fields:searchForBlock')}
          // The picker opens for typing.
          autoFocus
          className={styles['input']}
        />
      </div>
      <div {...listProps} aria-label={t('fields:blocks')} className={styles['choices']}>
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
                {...optionProps(choice)}
                className={cx(styles['choice'], choice === chosen && styles['chosen'])}
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

type BlockChoice = { slug: string; name: string }
type BlockGroup = { name: string; choices: BlockChoice[] }

/**
 * Returns the blocks whose name or slug contains the typed text, grouped by heading in the site's order;
 * blocks without a heading come first.
 */
function blockChoices(blocks: readonly Block[], typed: string, label: UseT['label']): BlockGroup[] {
  const wanted = typed.trim().toLocaleLowerCase()
  const groups = new Map<string, BlockChoice[]>([['', []]])
  for (const { slug, labels, group } of blocks) {
    const name = label(labels.singular) || slug
    if (![name, slug].some((text) => text.toLocaleLowerCase().includes(wanted))) continue
    const heading = label(group)
    const choices = groups.get(heading) ?? []
    groups.set(heading, [...choices, { slug, name }])
  }
  return [...groups].map(([name, choices]) => ({ name, choices })).filter(({ choices }) => choices.length > 0)
}
