import { ChevronDown, ChevronUp, CircleAlert } from 'lucide-react'
import type { Block } from '../../../../shared/cms/schema-model.ts'
import { rowLabel } from '../../../../shared/document/row-label.ts'
import { fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { useFieldScope } from '../../../fields/field-scope.tsx'
import { useField, useStateOf, useViewState } from '../../../form/form-context.tsx'
import type { FormState } from '../../../form/form-state.ts'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Pill } from '../../../ui/pill/pill.tsx'
import styles from '../../data-nodes/node.module.css'

type BlockHeadProps = {
  form: FormState
  block: Block
  data: JsonObject
  folded: boolean
  onFold: (folded: boolean) => void
}

/** The head of a block: label, name and number of errors. Inside of the block's form. */
export function BlockHead({ form, block, data, folded, onFold }: BlockHeadProps) {
  const { t } = useT()
  const errors = useStateOf(form, ({ invalid }) => invalid).length
  const { label, words } = useBlockWords(block, data)
  return (
    <>
      <IconButton
        icon={folded ? ChevronDown : ChevronUp}
        size="row"
        label={t(folded ? 'galley:rich-text-blocks.unfold' : 'galley:rich-text-blocks.fold', { label })}
        expanded={!folded}
        {...(!folded && { controls: `${form.id}-body` })}
        onPress={() => onFold(!folded)}
      />
      <Pill>{label}</Pill>
      <BlockName block={block} label={label} words={words} />
      {errors > 0 && (
        <Pill tone="bad" icon={CircleAlert}>
          {t('galley:app.errorCount', { count: errors })}
        </Pill>
      )}
    </>
  )
}

type BlockNameProps = { block: Block; label: string; words: string }

/** The input for the name of a block; without one the block's first words. */
function BlockName({ block, label, words }: BlockNameProps) {
  const { t } = useT()
  const { mayWrite } = useFieldScope()
  const control = useField('blockName')
  if (!block.hasBlockName || !mayWrite('blockName')) return <bdi className={styles['words']}>{words}</bdi>
  return (
    <input
      aria-label={t('galley:rich-text-blocks.name', { label })}
      placeholder={words || t('galley:rich-text-blocks.namePlaceholder')}
      value={typeof control.value === 'string' ? control.value : ''}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      className={styles['name']}
      onChange={(event) => control.setValue(event.currentTarget.value, { typing: true })}
      onBlur={control.onBlur}
    />
  )
}

/** The label of a block, and its name or first words. */
export function useBlockWords(block: Block, data: JsonObject): { label: string; words: string } {
  const { label, valueWords } = useT()
  const types = useFieldTypes()
  const words = rowLabel(types, block.fields, fieldsOf(data), {
    ...valueWords,
    nameOf: () => null,
  })
  return { label: label(block.labels.singular) || block.slug, words }
}

/** The folding of a block, remembered with the other folds of the document. */
export function useFolded(path: string, id: string): { folded: boolean; setFolded: (next: boolean) => void } {
  const [folded, setFolded] = useViewState<boolean>(`${path} block ${id}`, false, isBoolean)
  return { folded, setFolded }
}

const isBoolean = (value: Json): value is boolean => typeof value === 'boolean'
