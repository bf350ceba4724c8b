import { $applyNodeReplacement, $getDocument, addClassNamesToElement, ElementNode } from 'lexical'
import type {
  BaseSelection,
  EditorConfig,
  LexicalNode,
  NodeKey,
  RangeSelection,
  SerializedElementNode,
} from 'lexical'
import { newRowId } from '../../../../shared/document/row-index.ts'
import { linkTarget, safeAddress } from '../../../../shared/fields/richText/links.ts'
import type { LinkTarget } from '../../../../shared/fields/richText/links.ts'
import { isJsonObject, own } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'

/** The server's JSON of a link. `fields`: all fields of its drawer, and whatever else is stored. */
export type SerializedLink = SerializedElementNode & { id?: string; fields: JsonObject }

/** A link of the server: to an address, or to a document of the site. Its children are its text. */
export class LinkNode extends ElementNode {
  __fields: JsonObject
  /** Null: the stored link has none, or it is an autolink. */
  __id: string | null

  static override getType(): string {
    return 'link'
  }

  static override clone(node: LinkNode): LinkNode {
    return new LinkNode(node.__fields, node.__id, node.__key)
  }

  static override importJSON(json: Readonly<Record<string, unknown>>): LinkNode {
    const id = json['id']
    const node = new LinkNode(storedFields(json), typeof id === 'string' ? id : null)
    return $applyNodeReplacement(node).updateFromJSON(json)
  }

  constructor(fields: JsonObject = {}, id: string | null = null, key?: NodeKey) {
    super(key)
    this.__fields = fields
    this.__id = id
  }

  override exportJSON(): SerializedLink {
    const id = this.getId()
    return {
      ...super.exportJSON(),
      type: 'link',
      version: 3,
      ...(id !== null && { id }),
      fields: this.getFields(),
    }
  }

  /** The copied part of a split link is a link with its own id. */
  override resetOnCopyNodeFrom(original: this): void {
    super.resetOnCopyNodeFrom(original)
    if (this.__id !== null) this.__id = newRowId()
  }

  /** Shows the address in the form that is safe to open; the stored address stays unchanged (S5.25). */
  override createDOM(config: EditorConfig): HTMLElement {
    const element = $getDocument().createElement('a')
    // A document of the site has no address here.
    element.setAttribute('role', 'link')
    this.#show(element)
    addClassNamesToElement(element, config.theme.link)
    return element
  }

  override updateDOM(before: this, element: HTMLElement): boolean {
    if (before.__fields !== this.__fields) this.#show(element)
    return false
  }

  #show(element: HTMLElement): void {
    const target = linkTarget({ fields: this.__fields })
    if (target?.kind === 'address') element.setAttribute('href', safeAddress(target.url))
    else element.removeAttribute('href')
  }

  getFields(): JsonObject {
    return this.getLatest().__fields
  }

  setFields(fields: JsonObject): this {
    const writable = this.getWritable()
    writable.__fields = fields
    return writable
  }

  getId(): string | null {
    return this.getLatest().__id
  }

  setId(id: string): void {
    this.getWritable().__id = id
  }

  getTarget(): LinkTarget | null {
    return linkTarget({ fields: this.getFields() })
  }

  override isInline(): boolean {
    return true
  }

  override canBeEmpty(): boolean {
    return false
  }

  override canInsertTextBefore(): boolean {
    return false
  }

  override canInsertTextAfter(): boolean {
    return false
  }

  /** A part copied out of a link is a link, too. */
  override extractWithChild(_child: LexicalNode, selection: BaseSelection | null): boolean {
    const points = selection?.getStartEndPoints() ?? null
    return (
      points !== null &&
      points.every((point) => this.is(point.getNode()) || this.isParentOf(point.getNode())) &&
      selection?.getTextContent() !== ''
    )
  }

  /** Enter in a link: what follows the caret is a link in the next paragraph. */
  override insertNewAfter(_selection: RangeSelection, restoreSelection = true): ElementNode {
    const half = $createLinkNode(this.getFields())
    this.insertAfter(half, restoreSelection)
    return half
  }
}

/** An address that was linked because it was typed as one. Its text is the address. */
export class AutoLinkNode extends LinkNode {
  static override getType(): string {
    return 'autolink'
  }

  static override clone(node: AutoLinkNode): AutoLinkNode {
    return new AutoLinkNode(node.__fields, null, node.__key)
  }

  static override importJSON(json: Readonly<Record<string, unknown>>): AutoLinkNode {
    return $applyNodeReplacement(new AutoLinkNode(storedFields(json))).updateFromJSON(json)
  }

  override exportJSON(): SerializedLink {
    return { ...super.exportJSON(), type: 'autolink', version: 2 }
  }

  override insertNewAfter(_selection: RangeSelection, restoreSelection = true): ElementNode {
    const half = $createAutoLinkNode(this.getFields())
    this.insertAfter(half, restoreSelection)
    return half
  }
}

function storedFields(json: Readonly<Record<string, unknown>>): JsonObject {
  const fields = json['fields']
  return isJsonObject(fields) ? fields : {}
}

export function $createLinkNode(fields: JsonObject, id: string = newRowId()): LinkNode {
  return $applyNodeReplacement(new LinkNode(fields, id))
}

export function $createAutoLinkNode(fields: JsonObject): AutoLinkNode {
  return $applyNodeReplacement(new AutoLinkNode(fields))
}

/** Autolinks are links, too. */
export function $isLinkNode(node: LexicalNode | null | undefined): node is LinkNode {
  return node instanceof LinkNode
}

export function $isAutoLinkNode(node: LexicalNode | null | undefined): node is AutoLinkNode {
  return node instanceof AutoLinkNode
}

/** The fields of a link to an address; whatever else `fields` has stays, but `doc`. */
export function addressFields(url: string, fields: JsonObject = {}): JsonObject {
  const kept = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'doc'))
  return { newTab: false, ...kept, linkType: 'custom', url }
}

/** The fields of a drawer as they are stored: of the two targets only the one that the link has. */
export function fieldsToStore(fields: JsonObject): JsonObject {
  const other = own(fields, 'linkType') === 'internal' ? 'url' : 'doc'
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== other))
}
