import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $getRoot, $getSelection, $setSelection, COMMAND_PRIORITY_EDITOR } from 'lexical'
import type { LexicalEditor, NodeKey } from 'lexical'
import { useEffect, useMemo, useState } from 'react'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { initialData } from '../../../../shared/document/defaults.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { useT, type UseT } from '../../../i18n/use-t.ts'
import { toast } from '../../../ui/toast/toast-queue.ts'
import { createDrawerSelection } from '../../drawer-selection.ts'
import type { DrawerSelection } from '../../drawer-selection.ts'
import { useRichText } from '../../editor-context.tsx'
import { $isThere, dropSelection, keepSelection } from '../../kept-selections.ts'
import type { KeptSelection } from '../../kept-selections.ts'
import { addressOf } from '../../../../shared/fields/richText/addresses.ts'
import { EDIT_LINK_COMMAND } from './link-commands.ts'
import { LinkDrawer } from './link-drawer.tsx'
import { $changeLink, $linkAtSelection, $linkThatWas, $selectedText, $setLink } from './link-operations.ts'
import { LinkPanel } from './link-panel.tsx'

type Editing = {
  data: JsonObject
  text: string
  /** The link that the drawer edits; null: a new one is made of the selection. */
  link: { key: NodeKey; id: string | null } | null
  /** The selection when the drawer opened, which becomes the link. */
  begun: KeptSelection
  kept: DrawerSelection
}

/** Key of the drawer's kept input for a new link, which has no id yet. */
const NEW_LINK = '#link'

/** The drawer of links, and the panel at the caret's link. */
export function LinkTools() {
  const [editor] = useLexicalComposerContext()
  const { config, locale } = useRichText()
  const types = useFieldTypes()
  const { t } = useT()
  const [editing, setEditing] = useState<Editing | null>(null)
  const site = config.link
  const fields = useMemo(() => site?.fields ?? [], [site])

  useEffect(
    () =>
      editor.registerCommand(
        EDIT_LINK_COMMAND,
        () => {
          if (!editor.isEditable()) return false
          if ($getSelection() === null) $getRoot().selectEnd()
          const selection = $getSelection()
          if (selection === null) return false
          const found = $linkAtSelection()
          const text = $selectedText()
          const data = found?.getFields() ?? {
            ...initialData(types, fields, locale),
            ...newLink(config, text),
          }
          const kept = createDrawerSelection(editor, { restoreLate: true })
          kept.save()
          const link = found === null ? null : { key: found.getKey(), id: found.getId() }
          setEditing({ data, text, link, begun: keepSelection(editor, selection.clone()), kept })
          return true
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor, config, fields, types, locale],
  )

  function close(): void {
    if (editing !== null) {
      dropSelection(editor, editing.begun)
      editing.kept.restore()
    }
    setEditing(null)
  }

  return (
    <>
      <LinkPanel isAside={editing !== null} />
      {editing !== null && (
        <LinkDrawer
          config={config}
          id={editing.link === null ? NEW_LINK : (editing.link.id ?? editing.link.key)}
          fields={fields}
          data={editing.data}
          text={editing.text}
          onSave={(made, text) => save(editor, editing, made, text, t)}
          onClose={close}
        />
      )}
    </>
  )
}

/** Changes the link, or makes one of the kept selection. Returns false if the link or the selection is gone. */
function save(
  editor: LexicalEditor,
  editing: Editing,
  made: JsonObject,
  text: string | null,
  t: UseT['t'],
): boolean {
  const { link, begun } = editing
  let isMade = false
  editor.update(
    () => {
      // The text may have changed from outside while the drawer was open.
      const there = link === null ? null : $linkThatWas(link.key, link.id)
      if (there !== null) $changeLink(there, made, text)
      else if (link !== null || !$isThere(begun.selection)) return
      else {
        $setSelection(begun.selection.clone())
        $setLink(made, text)
      }
      isMade = true
    },
    { discrete: true },
  )
  // Saves the new caret, so that the closing drawer restores it at the link.
  if (isMade) editing.kept.save()
  else toast.error(t('galley:richTextLinks.gone'))
  return isMade
}

/** Initial fields of a link: selected words that are an address lead there. */
function newLink({ link }: RichTextEditor, text: string): JsonObject {
  const address = addressOf(text.trim())
  return address === null
    ? { linkType: link?.defaultType ?? 'custom', url: link?.defaultUrl ?? 'https://' }
    : { linkType: 'custom', url: address }
}
