import type { ElementNode, LexicalNode } from 'lexical'

/** Most nodes per call of `append`: more arguments could overflow the stack. */
const AT_ONCE = 10_000

/** Appends any number of nodes to a parent. */
export function $appendAll(parent: ElementNode, nodes: readonly LexicalNode[]): void {
  for (let at = 0; at < nodes.length; at += AT_ONCE) parent.append(...nodes.slice(at, at + AT_ONCE))
}
