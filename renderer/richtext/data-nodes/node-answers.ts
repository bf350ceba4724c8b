import type { Field } from '../../../shared/cms/schema-model.ts'
import type { DocumentForm } from '../../form/document-form.ts'
import type { Overlay } from '../../form/form-overlay.ts'
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts'

/**
 * Answers of the site's functions about the nodes in a document's rich texts, and the queue of the questions.
 */
type NodeAnswers = {
  queue: SerialQueue
  /** Answers by locale, path of the text and node id, see nodeKeyOf. */
  overlays: Map<string, Overlay>
}

const answers = new WeakMap<DocumentForm, NodeAnswers>()

export function nodeAnswers(document: DocumentForm): NodeAnswers {
  const known = answers.get(document) ?? { queue: createSerialQueue(), overlays: new Map() }
  answers.set(document, known)
  return known
}

export function nodeKeyOf(locale: string | null, path: string, id: string): string {
  return `${locale ?? ''} ${path} ${id}`
}

/**
 * True if functions of the site may decide visibility or choices of fields before any edit. Their validation can wait
 * for an edit.
 */
export function mayHaveRules(fields: Field[]): boolean {
  // Blocks may hold each other: each level is looked at once.
  const levels = new Set([fields])
  for (const level of levels) {
    for (const field of level) {
      if (field.hasCondition || field.type === 'select' || field.type === 'radio') return true
      if ((field.type === 'relationship' || field.type === 'upload') && field.hasFilterFunction) return true
      const inside = field.type === 'tabs' ? field.tabs : field.type === 'blocks' ? field.blocks : [field]
      if (field.type === 'tabs' && field.tabs.some((tab) => tab.hasCondition)) return true
      for (const one of inside) if ('fields' in one) levels.add(one.fields)
    }
  }
  return false
}
