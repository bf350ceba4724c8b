import { $getNodeByKey } from 'lexical'
import type { NodeKey } from 'lexical'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection'
import { Puzzle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { typeOf, wordsOf } from '../../shared/fields/richText/nodes.ts'
import type { Json } from '../../shared/json.ts'
import { useT } from '../i18n/use-t.ts'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { IconButton } from '../ui/icon-button/icon-button.tsx'
import styles from './rich-text.module.css'

type UnknownPartProps = { json: Json; inline: boolean; nodeKey: NodeKey }

/** An unknown node in the editor: its type and words, and unless it is inline a button to remove it. */
export function UnknownPart({ json, inline, nodeKey }: UnknownPartProps) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  const [isSelected, setSelected, clear] = useLexicalNodeSelection(nodeKey)
  const remove = () => editor.update(() => $getNodeByKey(nodeKey)?.remove())
  return (
    <UnknownLabel
      type={typeOf(json)}
      words={wordsOf(json)}
      inline={inline}
      selected={isSelected}
      onSelect={() => {
        clear()
        setSelected(true)
      }}
    >
      {!inline && (
        <IconButton
          className={styles['unknown-tool'] ?? ''}
          size="row"
          label={t('galley:rich-text.removePart')}
          icon={X}
          onPress={remove}
        />
      )}
    </UnknownLabel>
  )
}

type UnknownLabelProps = {
  type: string
  /** The words in it. */
  words: string
  inline: boolean
  selected?: boolean
  onSelect?: () => void
  children?: ReactNode
}

/** The label of an unknown node, also in a static text. */
export function UnknownLabel({
  type,
  words,
  inline,
  selected = false,
  onSelect,
  children,
}: UnknownLabelProps) {
  const { t } = useT()
  const Box = inline ? 'span' : 'div'
  return (
    <Box
      contentEditable={false}
      className={cx(styles['unknown'], inline && styles['inline'], selected && styles['selected'])}
      onClick={onSelect}
    >
      <Icon icon={Puzzle} size="small" />
      <span>
        {type === '' ? t('galley:rich-text.unknownPart') : t('galley:rich-text.unknownPartOf', { type })}
      </span>
      {words.trim() !== '' && <bdi className={styles['unknown-words']}>{words.slice(0, MOST_WORDS)}</bdi>}
      {children}
    </Box>
  )
}

/** Most characters of the node's words that are shown. */
const MOST_WORDS = 200
