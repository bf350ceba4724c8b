import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { COMMAND_PRIORITY_EDITOR, type LexicalCommand, type LexicalEditor } from 'lexical'
import { useEffect, useEffectEvent } from 'react'
import type { JsonObject } from '../../../shared/json.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useRichText } from '../editor-context.tsx'
import type { Block } from '../../../shared/cms/schema-model.ts'
import { initialData } from '../../../shared/document/defaults.ts'
import { newRowId } from '../../../shared/document/row-index.ts'
import type { FieldTypes } from '../../../shared/fields/field-type.ts'

type InsertBlocksProps = {
  command: LexicalCommand<string>
  kind: 'blocks' | 'inlineBlocks'
  insert: (editor: LexicalEditor, fields: JsonObject) => void
}

/** Handles a command that inserts a block by its slug, with the block's initial values. */
export function InsertBlocks({ command, kind, insert }: InsertBlocksProps) {
  const [editor] = useLexicalComposerContext()
  const { config } = useRichText()
  const types = useFieldTypes()
  const make = useEffectEvent((slug: string): boolean => {
    const block = config[kind].find((one) => one.slug === slug)
    if (block === undefined) return false
    insert(editor, newBlockFields(types, block))
    return true
  })
  useEffect(
    () => editor.registerCommand(command, (slug) => make(slug), COMMAND_PRIORITY_EDITOR),
    [editor, command],
  )
  return null
}

/** Initial values of a new block in the one locale of its text. */
function newBlockFields(types: FieldTypes, block: Block): JsonObject {
  return {
    ...initialData(types, block.fields, null),
    id: newRowId(),
    ...(block.hasBlockName && { blockName: '' }),
    blockType: block.slug,
  }
}
