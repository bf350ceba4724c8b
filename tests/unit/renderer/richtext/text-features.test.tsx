import { $createHeadingNode } from '@lexical/rich-text'
import {
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isTextNode,
  FORMAT_ELEMENT_COMMAND,
  FORMAT_TEXT_COMMAND,
  INDENT_CONTENT_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  OUTDENT_CONTENT_COMMAND,
  type ElementNode,
  type LexicalEditor,
} from 'lexical'
import { afterEach, describe, expect, it } from 'vitest'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { Feature } from '../../../../shared/fields/richText/rich-text-editor.ts'
import { isJsonObject, own, type Json, type JsonObject } from '../../../../shared/json.ts'
import type { UseT } from '../../../../renderer/i18n/use-t.ts'
import type { EditorCommand } from '../../../../renderer/richtext/feature.ts'
import { $setIndent } from '../../../../renderer/richtext/features/indent/indent.ts'
import { editorFeatures } from '../../../../renderer/richtext/features/registry.ts'
import { blockNode, everything, openEditor, para, rich, textNode } from './rich-text-fixtures.ts'
import { englishWords } from './english-words.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

function open(value: Json, config = everything) {
  const made = openEditor(value, config)
  opened.push(made.close)
  return made
}

const words: UseT = await englishWords()
const withFeatures = (...features: Feature[]): RichTextEditor => ({ ...everything, features, headings: [] })
const commandsOf = (config: RichTextEditor): EditorCommand[] =>
  editorFeatures
    .filter(({ isOffered }) => isOffered?.(config) ?? true)
    .flatMap(({ commands }) => commands?.(config, words) ?? [])

function run(editor: LexicalEditor, id: string, config = everything): void {
  commandsOf(config)
    .find((command) => command.id === id)
    ?.run(editor)
  editor.read(() => undefined)
}

const isActive = (editor: LexicalEditor, id: string): boolean =>
  editor.read(
    () =>
      commandsOf(everything)
        .find((one) => one.id === id)
        ?.$isActive?.() ?? false,
  )

/** Selects the whole top-level node at an index. */
const select = (editor: LexicalEditor, index: number): void =>
  editor.update(
    () => {
      const top = $getRoot().getChildAtIndex(index)
      if ($isElementNode(top)) top.select(0, top.getChildrenSize())
    },
    { discrete: true },
  )

const first = (value: Json): Json => topNodes(value)[0] ?? null

describe('each node of text as JSON in and out', () => {
  const nodes: JsonObject[] = [
    para('plain'),
    para('', { format: 'center', indent: 2, direction: 'rtl' }),
    ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((tag) =>
      blockNode('heading', [textNode(tag)], { tag }),
    ),
    blockNode('quote', [textNode('said')]),
    { type: 'horizontalrule', version: 1 },
    blockNode('paragraph', [
      ...[1, 2, 4, 8, 16, 32, 64, 3, 12].map((format) => textNode(`f${format}`, { format })),
      { type: 'linebreak', version: 1 },
      { ...textNode('\t'), type: 'tab', detail: 2 },
      textNode('in a state', { $: { tone: 'pencil', other: 'kept' } }),
      textNode('styled', { style: 'color: red' }),
    ]),
  ]
  it.each(nodes)('$type $tag: an edit elsewhere leaves it, one in it changes nothing but itself', (node) => {
    const { editor, last, errors } = open(rich(node, para('x')))
    select(editor, 1)
    run(editor, 'format.bold')
    expect(topNodes(last())[0]).toBe(node)
    editor.update(
      () => {
        const top = $getRoot().getFirstChild()
        if ($isElementNode(top)) top.setFormat('right')
        else top?.insertAfter($createParagraphNode())
      },
      { discrete: true },
    )
    const changed = 'children' in node ? { ...node, format: 'right' } : node
    expect(first(last())).toEqual(changed)
    expect(errors).toEqual([])
  })
})

describe('formats of text', () => {
  it('each is made of what is selected, says that it is so, and is taken away again', () => {
    for (const [format, bit] of Object.entries({
      bold: 1,
      italic: 2,
      strikethrough: 4,
      underline: 8,
      code: 16,
      subscript: 32,
      superscript: 64,
    })) {
      const { editor, last } = open(rich(para('word')))
      select(editor, 0)
      run(editor, `format.${format}`)
      expect(first(last())).toMatchObject({ children: [{ text: 'word', format: bit }] })
      expect(isActive(editor, `format.${format}`)).toBe(true)
      run(editor, `format.${format}`)
      expect(first(last())).toMatchObject({ children: [{ text: 'word', format: 0 }] })
    }
  })

  it('one that the site does not offer is refused, also to the keys of the editor', () => {
    const { editor, given } = open(rich(para('word')), withFeatures('paragraph', 'italic', 'inlineCode'))
    select(editor, 0)
    editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold')
    editor.dispatchCommand(FORMAT_ELEMENT_COMMAND, 'center')
    editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined)
    editor.read(() => undefined)
    expect(given).toEqual([])
    editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'italic')
    editor.read(() => undefined)
    expect(first(given.at(-1)?.value ?? null)).toMatchObject({ children: [{ format: 2 }] })
  })

  it('only what the site offers is a command', () => {
    const changing = (...features: Parameters<typeof withFeatures>) =>
      commandsOf(withFeatures(...features)).flatMap(({ id }) => (/^(?:clipboard|move)\./.test(id) ? [] : id))
    expect(changing()).toEqual([])
    expect(changing('paragraph', 'italic')).toEqual(['block.paragraph', 'format.italic'])
    const sizes = commandsOf({ ...withFeatures('heading'), headings: ['h2', 'h4'] })
    expect(sizes.flatMap(({ id, label }) => (id.startsWith('block.') ? label : []))).toEqual([
      'Heading 2',
      'Heading 4',
    ])
  })
})

describe('blocks', () => {
  it('a paragraph becomes a heading, a quote and a paragraph again, with what is in it', () => {
    const { editor, last } = open(rich(para('Title', { mine: 'kept' })))
    select(editor, 0)
    run(editor, 'block.h2')
    expect(first(last())).toMatchObject({ type: 'heading', tag: 'h2', mine: 'kept' })
    expect(isActive(editor, 'block.h2')).toBe(true)
    run(editor, 'block.quote')
    expect(first(last())).toMatchObject({ type: 'quote', children: [{ text: 'Title' }] })
    run(editor, 'block.paragraph')
    expect(first(last())).toMatchObject({ type: 'paragraph', children: [{ text: 'Title' }] })
  })

  it('a rule is put in behind the line, and the text goes on behind it', () => {
    const { editor, last } = open(rich(para('before')))
    editor.update(() => void $getRoot().selectEnd(), { discrete: true })
    run(editor, 'insert.rule')
    expect(topNodes(last()).slice(0, 2)).toEqual([para('before'), { type: 'horizontalrule', version: 1 }])
  })

  it('the text of a block is aligned', () => {
    const { editor, last } = open(rich(para('word')))
    select(editor, 0)
    for (const align of ['left', 'center', 'right', 'justify']) {
      run(editor, `align.${align}`)
      expect(first(last())).toEqual(para('word', { format: align }))
    }
  })
})

describe('indents', () => {
  const indentOf = (value: Json) => first(value)

  it('S2.69 (part: indent) Increase Indent and Decrease Indent go one level each, never below none', () => {
    const { editor, last } = open(rich(para('word')))
    select(editor, 0)
    const labels = commandsOf(everything).flatMap(({ group, label }) => (group === 'indent' ? [label] : []))
    expect(labels).toEqual(['Decrease Indent', 'Increase Indent'])
    run(editor, 'indent.increase')
    run(editor, 'indent.increase')
    expect(indentOf(last())).toEqual(para('word', { indent: 2 }))
    for (let at = 0; at < 4; at += 1) editor.dispatchCommand(OUTDENT_CONTENT_COMMAND, undefined)
    editor.read(() => undefined)
    expect(indentOf(last())).toEqual(para('word'))
  })

  it('F65 (part) blocks that the site never indents stay where they are, and can be brought back', () => {
    const config: RichTextEditor = { ...everything, neverIndented: ['paragraph', 'listitem'] }
    const heading = blockNode('heading', [textNode('Over')], { tag: 'h2' })
    const { editor, last } = open(rich(para('word', { indent: 1 }), heading), config)
    const enabled = (id: string) =>
      editor.read(
        () =>
          commandsOf(config)
            .find((one) => one.id === id)
            ?.$isEnabled?.() ?? true,
      )
    select(editor, 0)
    expect(enabled('indent.increase')).toBe(false)
    editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined)
    run(editor, 'indent.decrease', config)
    expect(indentOf(last())).toEqual(para('word'))
    select(editor, 1)
    expect(enabled('indent.increase')).toBe(true)
    run(editor, 'indent.increase', config)
    expect(topNodes(last())[1]).toMatchObject({ tag: 'h2', indent: 1 })
  })

  it('F65 (part) where the site wants no tabs, one that is put in is a space, and stored ones stay', () => {
    const tabbed = rich(
      blockNode('paragraph', [textNode('a'), { ...textNode('\t'), type: 'tab', detail: 2 }]),
    )
    const { editor, last } = open(tabbed, { ...everything, tabs: false })
    expect(editor.read(() => $getRoot().getTextContent())).toBe('a\t')
    select(editor, 0)
    editor.update(() => $getSelection()?.insertRawText('b\tc'), { discrete: true })
    expect(editor.read(() => $getRoot().getTextContent())).toBe('b c')
    expect(JSON.stringify(last())).not.toContain('"tab"')
  })

  it('S5.24 (part: indent) a negative one is rejected, of a fraction the whole levels count', () => {
    const { editor } = open(rich(para('word', { indent: 2.7 }), para('other', { indent: -1 })))
    const inTop = <T,>(index: number, ask: (top: ElementNode) => T): T => {
      let answer: T[] = []
      editor.update(
        () => {
          const top = $getRoot().getChildAtIndex(index)
          if ($isElementNode(top)) answer = [ask(top)]
        },
        { discrete: true },
      )
      const [found] = answer
      if (found === undefined) throw new Error('no such node')
      return found
    }
    expect(inTop(0, (top) => top.getIndent())).toBe(2)
    expect(inTop(1, (top) => top.getIndent())).toBe(0)
    expect(inTop(0, (top) => tried(() => $setIndent(top, -1)))).toBe('Indent value must be non-negative.')
    expect(inTop(0, (top) => [$setIndent(top, 3.9), top.getIndent()])).toEqual([undefined, 3])
  })
})

describe('states of text', () => {
  const config: RichTextEditor = {
    ...everything,
    textStates: [
      {
        key: 'tone',
        values: [
          { value: 'pencil', label: 'Blue pencil', css: { color: 'rgb(22, 94, 152)' } },
          { value: 'faded', label: 'Faded', css: { backgroundColor: 'rgb(1, 2, 3)' } },
        ],
      },
    ],
  }

  it('are drawn as the site says, kept where it names them no longer, set and taken away', () => {
    const value = rich(
      blockNode('paragraph', [
        textNode('word', { $: { tone: 'pencil', old: 'kept' }, style: 'position: fixed' }),
      ]),
    )
    const { editor, last, root } = open(value, config)
    const drawn = () => root.querySelector<HTMLElement>('span')?.style.cssText
    // In the dark the same hue, light enough to be read.
    expect(drawn()).toMatch(/^color: light-dark\(rgb\(22 94 152\), oklch\(from .* max\(l, 0.78\) c h\)\);$/)
    select(editor, 0)
    run(editor, 'state.tone.faded', config)
    expect(drawn()).toBe('background-color: rgb(1, 2, 3);')
    expect(first(last())).toMatchObject({ children: [{ $: { tone: 'faded', old: 'kept' } }] })
    run(editor, 'state.none', config)
    expect(first(last())).toMatchObject({ children: [{ $: { old: 'kept' }, style: 'position: fixed' }] })
    expect(drawn()).toBe('')
  })
})

describe('U27 (part) Enter in code', () => {
  const code = rich(blockNode('paragraph', [textNode('npm start', { format: 16 })]), para('After'))
  /** Types Enter and a word at a place of the code. */
  function enterAt(offset: number): Json[] {
    const { editor, last } = open(code)
    editor.update(
      () => {
        const text = $getRoot().getFirstDescendant()
        // As the browser's selection would be read there.
        if ($isTextNode(text)) text.select(offset, offset).toggleFormat('code')
      },
      { discrete: true },
    )
    editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined)
    editor.update(() => $getSelection()?.insertText('next '), { discrete: true })
    return topNodes(last()).slice(0, 2)
  }
  const texts = (nodes: Json[]) => nodes.map((node) => (isJsonObject(node) ? own(node, 'children') : null))

  it('behind its end begins a line of plain text', () => {
    expect(texts(enterAt('npm start'.length))).toEqual([
      [textNode('npm start', { format: 16 })],
      [textNode('next ')],
    ])
  })

  it('in the middle leaves both lines code', () => {
    expect(texts(enterAt(4))).toEqual([
      [textNode('npm ', { format: 16 })],
      [textNode('next start', { format: 16 })],
    ])
  })
})

function tried(act: () => void): string {
  try {
    act()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

it('a heading that is new is stored as the server has it', () => {
  const { editor, last } = open(null)
  editor.update(() => void $getRoot().clear().append($createHeadingNode('h3')), { discrete: true })
  expect(first(last())).toEqual(blockNode('heading', [], { tag: 'h3' }))
})
