import {
  $createHorizontalRuleNode,
  $isHorizontalRuleNode,
  HorizontalRuleNode,
  INSERT_HORIZONTAL_RULE_COMMAND,
} from '@lexical/extension'
import { $insertNodeToNearestRoot } from '@lexical/utils'
import {
  $createNodeSelection,
  $getNodeByKey,
  $getNodeFromDOMNode,
  $getSelection,
  $isNodeSelection,
  $isRangeSelection,
  $setSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  isDOMNode,
  mergeRegister,
} from 'lexical'
import type { EditorState, LexicalEditor, NodeKey } from 'lexical'
import { Minus } from 'lucide-react'
import type { EditorFeature } from '../../feature.ts'

export const horizontalRule: EditorFeature = {
  name: 'horizontalRule',
  nodes: [HorizontalRuleNode],
  isOffered: ({ features }) => features.includes('horizontalRule'),
  register: (editor) =>
    mergeRegister(
      editor.registerCommand(INSERT_HORIZONTAL_RULE_COMMAND, $insertRule, COMMAND_PRIORITY_EDITOR),
      editor.registerCommand(CLICK_COMMAND, $selectRule, COMMAND_PRIORITY_LOW),
      editor.registerUpdateListener(({ editorState, prevEditorState }) =>
        markSelected(editor, prevEditorState, editorState),
      ),
    ),
  commands: (_config, { t }) => [
    {
      id: 'insert.rule',
      group: 'insert',
      label: t('galley:rich-text.insert.rule'),
      icon: Minus,
      words: ['hr', 'divider', 'line', '---'],
      places: ['toolbar', 'slash'],
      run: (editor) => void editor.dispatchCommand(INSERT_HORIZONTAL_RULE_COMMAND, undefined),
    },
  ],
}

function $insertRule(): boolean {
  if (!$isRangeSelection($getSelection())) return false
  $insertNodeToNearestRoot($createHorizontalRuleNode())
  return true
}

function $selectRule({ target }: MouseEvent): boolean {
  const node = isDOMNode(target) ? $getNodeFromDOMNode(target) : null
  if (!$isHorizontalRuleNode(node)) return false
  const selection = $createNodeSelection()
  selection.add(node.getKey())
  $setSelection(selection)
  return true
}

/** Shows selected rules by a class, since a rule renders nothing in React. */
function markSelected(editor: LexicalEditor, before: EditorState, now: EditorState): void {
  const [were, are] = [selectedRules(before), selectedRules(now)]
  const name = editor._config.theme.hrSelected ?? ''
  if (name === '') return
  for (const key of were) editor.getElementByKey(key)?.classList.remove(name)
  for (const key of are) editor.getElementByKey(key)?.classList.add(name)
}

function selectedRules(state: EditorState): NodeKey[] {
  return state.read(() => {
    const selection = $getSelection()
    if (!$isNodeSelection(selection)) return []
    return selection
      .getNodes()
      .filter((node) => $isHorizontalRuleNode($getNodeByKey(node.getKey())))
      .map((node) => node.getKey())
  })
}
