import type { LexicalEditor } from 'lexical'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { KeyCap } from '../../ui/key-cap/key-cap.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { commandGroups } from '../feature.ts'
import { useRichText } from '../editor-context.tsx'
import type { EditorCommand } from '../feature.ts'
import { FloatingLayer, useFloatingPlace } from '../floating/floating-layer.tsx'
import type { BesideOptions, Box } from '../floating/place-beside.ts'
import { filterCommands } from './filter-commands.ts'
import { $removeSlash, useSlash } from './use-slash.ts'
import type { Slash } from './use-slash.ts'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import { pickLabel } from '../../../shared/cms/labels.ts'
import { loadTranslator } from '../../i18n/translator.ts'
import { editorFeatures } from '../features/registry.ts'
import styles from './slash-menu.module.css'

type SlashMenuProps = { editor: LexicalEditor; commands: readonly EditorCommand[] }

/** The menu of commands at a typed slash; the words typed behind it filter. The focus stays in the text. */
export function SlashMenu({ editor, commands }: SlashMenuProps) {
  const { t } = useT()
  const { config } = useRichText()
  const { slash, dismiss } = useSlash(editor)
  const english = useEnglishLabels(config)
  // Commands that are not possible here are not offered.
  const groups = useMemo(
    () =>
      slash === null
        ? []
        : editor.read(() =>
            commandGroups(
              commands.filter(({ $isEnabled }) => $isEnabled?.() !== false),
              'slash',
            ),
          ),
    [editor, commands, slash],
  )
  const all = useMemo(() => groups.flatMap((one) => one.commands), [groups])
  const found = useMemo(
    () =>
      slash === null
        ? []
        : filterCommands(all, slash.typed, ({ id }) =>
            [english.get(id)].filter((name) => name !== undefined),
          ),
    [all, slash, english],
  )
  if (slash === null || all.length === 0) return null
  // A space without any match means that the slash was plain text.
  if (found.length === 0 && /\s/.test(slash.typed)) return null
  return (
    <FloatingLayer label={t('galley:rich-text-ways.slash.label')}>
      <List
        // A new key for each typed text, so that its first option is chosen.
        key={slash.typed}
        editor={editor}
        slash={slash}
        groups={slash.typed === '' ? groups : [{ group: null, commands: found }]}
        onClose={dismiss}
      />
    </FloatingLayer>
  )
}

type ListProps = {
  editor: LexicalEditor
  slash: Slash
  groups: readonly { group: EditorCommand['group'] | null; commands: readonly EditorCommand[] }[]
  onClose: () => void
}

function List({ editor, slash, groups, onClose }: ListProps) {
  const { t } = useT()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const options = groups.flatMap(({ commands }) => commands)
  const [at, setAt] = useState(0)
  const chosen = options[at]
  const optionId = (command: EditorCommand): string => `${id}-${command.id}`
  const take = (command: EditorCommand): void => {
    onClose()
    editor.update(() => $removeSlash(slash), { discrete: true })
    command.run(editor)
  }
  useFloatingPlace(editor, box, () => placeOfSlash(editor, slash))
  useComboBox(editor, `${id}-list`, chosen === undefined ? null : optionId(chosen))
  useEffect(() => {
    announce(t('galley:rich-text-ways.slash.found', { count: options.length }))
  }, [t, options.length])
  useEffect(() => {
    const element = chosen === undefined ? null : document.getElementById(`${id}-${chosen.id}`)
    element?.scrollIntoView?.({ block: 'nearest' })
  }, [id, chosen])

  useListKeys({ editor, options, at, setAt, take, onClose })

  return (
    <div
      ref={box}
      role="presentation"
      className={styles['menu']}
      // The focus stays in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={t('galley:rich-text-ways.slash.label')}
        className={styles['list']}
      >
        {groups.map(({ group, commands }) => (
          <CommandGroup
            key={group ?? 'found'}
            group={group}
            commands={commands}
            chosen={chosen}
            optionId={optionId}
            onChoose={(command) => setAt(options.indexOf(command))}
            onTake={take}
          />
        ))}
      </div>
      {options.length === 0 && (
        <p className={styles['nothing']}>
          {t('galley:rich-text-ways.slash.nothing', { typed: slash.typed })}
        </p>
      )}
      <KeyHints />
    </div>
  )
}

/** Handles the keys of the text while the list is open. */
function useListKeys({
  editor,
  options,
  at,
  setAt,
  take,
  onClose,
}: {
  editor: LexicalEditor
  options: readonly EditorCommand[]
  /** Index of the chosen option. */
  at: number
  setAt: (at: number) => void
  take: (command: EditorCommand) => void
  onClose: () => void
}): void {
  const chosen = options[at]
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const last = options.length - 1
    const moves: Readonly<Record<string, () => void>> =
      chosen === undefined
        ? { Escape: onClose }
        : {
            ArrowDown: () => setAt(at >= last ? 0 : at + 1),
            ArrowUp: () => setAt(at <= 0 ? last : at - 1),
            Enter: () => take(chosen),
            Tab: () => take(chosen),
            Escape: onClose,
          }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    // Stopped, so that neither the text nor a drawer around it handles the key.
    event.stopImmediatePropagation()
    move()
  })
  useEffect(
    () =>
      editor.registerRootListener((root, previous) => {
        previous?.removeEventListener('keydown', onKey, true)
        root?.addEventListener('keydown', onKey, true)
      }),
    [editor],
  )
}

type CommandGroupProps = ListProps['groups'][number] & {
  chosen: EditorCommand | undefined
  /** Returns the element id of an option. */
  optionId: (command: EditorCommand) => string
  onChoose: (command: EditorCommand) => void
  onTake: (command: EditorCommand) => void
}

function CommandGroup({ group, commands, chosen, optionId, onChoose, onTake }: CommandGroupProps) {
  const { t } = useT()
  return (
    <div
      role="group"
      aria-label={t(
        group === null ? 'galley:rich-text-ways.slash.label' : `galley:rich-text-ways.group.${group}`,
      )}
    >
      {group !== null && (
        <div role="presentation" className={styles['heading']}>
          {t(`galley:rich-text-ways.group.${group}`)}
        </div>
      )}
      {commands.map((command) => (
        <div
          key={command.id}
          id={optionId(command)}
          role="option"
          aria-selected={command === chosen}
          className={cx(styles['option'], command === chosen && styles['chosen'])}
          tabIndex={-1}
          onMouseMove={() => onChoose(command)}
          onMouseUp={() => onTake(command)}
        >
          <span className={styles['icon']}>
            <Icon icon={command.icon} />
          </span>
          <bdi className={styles['name']}>{command.label}</bdi>
          {command.shortcut !== undefined && <KeyCap shortcut={command.shortcut} />}
        </div>
      ))}
    </div>
  )
}

function KeyHints() {
  const { t } = useT()
  return (
    <div className={styles['hint']} aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('galley:rich-text-ways.slash.choose')}
      </span>
      <span>
        <kbd>↵</kbd> {t('galley:rich-text-ways.slash.take')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('galley:rich-text-ways.slash.close')}
      </span>
    </div>
  )
}

/** Attributes of the text while the list is open: the focus is in the text, the choice in the list. */
function useComboBox(editor: LexicalEditor, listId: string, chosenId: string | null): void {
  useEffect(() => {
    const root = editor.getRootElement()
    if (root === null) return
    root.setAttribute('aria-autocomplete', 'list')
    root.setAttribute('aria-haspopup', 'listbox')
    root.setAttribute('aria-controls', listId)
    if (chosenId !== null) root.setAttribute('aria-activedescendant', chosenId)
    return () => {
      for (const name of ['autocomplete', 'haspopup', 'controls', 'activedescendant'])
        root.removeAttribute(`aria-${name}`)
    }
  }, [editor, listId, chosenId])
}

/** Returns the position of the slash, which the menu keeps while typing goes on. */
function placeOfSlash(editor: LexicalEditor, { key, start }: Slash): { box: Box; how: BesideOptions } | null {
  const element = editor.getElementByKey(key)
  const text = element === null ? null : textIn(element)
  if (element === null || text === null) return null
  const range = document.createRange()
  const length = text.length
  range.setStart(text, Math.min(start, length))
  range.setEnd(text, Math.min(start + 1, length))
  const isRtl = getComputedStyle(element).direction === 'rtl'
  return {
    box: range.getBoundingClientRect(),
    how: { side: 'below', align: isRtl ? 'right' : 'left' },
  }
}

function textIn(element: Node): Text | null {
  if (element instanceof Text) return element
  for (const child of element.childNodes) {
    const found = textIn(child)
    if (found !== null) return found
  }
  return null
}

/** English labels of commands, by id: people know them by these names in every language. */
function useEnglishLabels(config: RichTextEditor): ReadonlyMap<string, string> {
  const texts = useT()
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (texts.language === 'en') return
    let isGone = false
    const read = async (): Promise<void> => {
      // English is there already: it fills the gaps of every other language.
      const { t } = await loadTranslator('en')
      if (isGone) return
      const label: typeof texts.label = (text) => pickLabel(text, 'en', ['en'])
      const all = editorFeatures.flatMap(({ isOffered, commands }) =>
        isOffered?.(config) === false ? [] : (commands?.(config, { ...texts, t, label }) ?? []),
      )
      setLabels(new Map(all.map((command) => [command.id, command.label])))
    }
    void read()
    return () => {
      isGone = true
    }
  }, [config, texts])
  return labels
}
