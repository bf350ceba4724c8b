import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import {
  COMMAND_PRIORITY_EDITOR,
  createCommand,
  type LexicalCommand,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { siteId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { linkableCollections } from '../../../shared/cms/entity-rules.ts'
import { useDocumentDrawers, type CollectionRef } from '../../data/document-drawers-context.ts'
import { useCan, useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { PickerDrawer } from '../../fields/relation/picker-drawer.tsx'
import { useT } from '../../i18n/use-t.ts'
import { createDrawerSelection, useDrawerSelection } from '../drawer-selection.ts'
import { useRichText } from '../editor-context.tsx'
import { insertOnLine } from './node-actions.ts'
import { fieldOfKind, type PointingKind } from './relation-of-node.ts'

/**
 * Returns the collections that this user may choose from for uploads or relationships of this editor (S6.05,
 * S6.06).
 */
export function useLinkable(kind: PointingKind): Collection[] {
  const { config } = useRichText()
  const { collections } = useSchema()
  const can = useCan()
  return useMemo(
    () =>
      linkableCollections(collections, config[kind]?.collections ?? [], kind).filter(({ slug }) =>
        can('collection', slug, 'read'),
      ),
    [collections, config, kind, can],
  )
}

type WithLinkableProps = {
  kind: PointingKind
  /** Shown if there is no collection to choose from; nothing by default. */
  fallback?: ReactNode
  children: (collections: Collection[]) => ReactNode
}

/** Renders its children only if there is a collection to choose from (S6.07). */
export function WithLinkable({ kind, fallback = null, children }: WithLinkableProps) {
  const collections = useLinkable(kind)
  return collections.length === 0 ? fallback : children(collections)
}

type DocumentPickerProps = {
  kind: PointingKind
  collections: readonly Collection[]
  /** Key of the present document (`media:7`). */
  chosen?: string
  onPick: (ref: CollectionRef, id: string | number) => void
  onClose: () => void
}

/** The drawer in which a document is chosen or created for a node. */
export function DocumentPicker({ kind, collections, chosen, onPick, onClose }: DocumentPickerProps) {
  const { t, label } = useT()
  const [editor] = useLexicalComposerContext()
  const { locale } = useRichText()
  const { collections: all } = useSchema()
  const drawers = useDocumentDrawers()
  const canCreate = useCanCreate()
  useDrawerSelection(editor, true)
  const field = useMemo(
    () =>
      fieldOfKind(
        kind,
        collections.map(({ slug }) => slug),
      ),
    [kind, collections],
  )
  const [only, ...others] = collections
  const kindName = t(
    kind === 'upload' ? 'galley:rich-text-blocks.upload' : 'galley:rich-text-blocks.relationship',
  )
  const pick = (ref: CollectionRef) => onPick(ref, siteId(all, ref))
  return (
    <PickerDrawer
      field={field}
      name={only !== undefined && others.length === 0 ? label(only.labels.plural) || kindName : kindName}
      filters={null}
      locale={locale}
      chosen={new Set(chosen === undefined ? [] : [chosen])}
      creatable={collections.filter(({ slug }) => canCreate(slug))}
      isFull={false}
      onToggle={(ref) => {
        onClose()
        pick(ref)
      }}
      onCreate={(slug) => {
        onClose()
        drawers.create(slug, { onMade: pick })
      }}
      onClose={onClose}
    />
  )
}

/** Commands that open the drawer for a new upload or relationship. */
export const CHOOSE_COMMANDS: Readonly<Record<PointingKind, LexicalCommand<null>>> = {
  upload: createCommand('galley-choose-upload'),
  relationship: createCommand('galley-choose-relationship'),
}

type NewNodeProps = { kind: PointingKind; make: (slug: string, id: string | number) => LexicalNode }

/** The drawer for a new upload or relationship. The node is inserted where the caret was. */
export function NewPointingNode({ kind, make }: NewNodeProps) {
  return (
    <WithLinkable kind={kind}>
      {(collections) => <Chooser kind={kind} make={make} collections={collections} />}
    </WithLinkable>
  )
}

function Chooser({ kind, make, collections }: NewNodeProps & { collections: Collection[] }) {
  const [editor] = useLexicalComposerContext()
  const [selection] = useState(() => createDrawerSelection(editor))
  const [isOpen, setOpen] = useState(false)
  useEffect(
    () =>
      editor.registerCommand(
        CHOOSE_COMMANDS[kind],
        () => {
          selection.save()
          setOpen(true)
          return true
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor, kind, selection],
  )
  if (!isOpen) return null
  return (
    <DocumentPicker
      kind={kind}
      collections={collections}
      onPick={(ref, id) => {
        // Restores the caret, since a new document may have been made in between.
        selection.restore()
        insertOnLine(editor, () => make(ref.slug, id))
        focusText(editor)
      }}
      onClose={() => setOpen(false)}
    />
  )
}

function focusText(editor: LexicalEditor): void {
  editor.getRootElement()?.focus({ preventScroll: true })
}
