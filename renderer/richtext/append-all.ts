import type { ElementNode, LexicalNode } from 'lexical'

/** Arguments of one call: the stack has no room for those of a very long text. */
const AT_ONCE = 10_000

/** `append` for as many nodes as somebody's text may have. */
export function $appendAll(parent: ElementNode, nodes: readonly LexicalNode[]): void {
  for (let at = 0; at < nodes.length; at += AT_ONCE) parent.append(...nodes.slice(at, at + AT_ONCE))
}
