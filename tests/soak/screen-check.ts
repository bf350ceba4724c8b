import { setTimeout as pause } from 'node:timers/promises'
import { effectiveDocument } from '../../shared/document/effective.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'
import type { DocumentForm } from '../../renderer/form/document-form.ts'
import { canonical } from './canonical.ts'
import { cellsOfAll } from './cells.ts'

/** How often it is looked again, each after so many milliseconds: an event may be on its way. */
const LOOKS = 20
const BETWEEN_MS = 100

/**
 * What a form shows and what is stored of the document, where they differ (DM4); null: they are the same. Only while
 * nobody edits the document.
 */
export async function screenDifference(bridge: GalleyBridge, form: DocumentForm): Promise<string | null> {
  const { fields } = form.entity
  let found: string | null = null
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await pause(BETWEEN_MS)
    const view = await bridge.call('documents.get', { ref: form.getRef() })
    // Gone, or not written yet: there is nothing to compare with.
    if (view === null || form.getDocument().journal.kind !== 'written') return null
    const { base, entries, draft, adjusted } = view
    const stored = effectiveDocument(
      { fields, types: fieldTypes },
      { base: base.data, entries, draft, adjusted },
    )
    const [here, there] = [cellsOfAll(fields, form.data()), cellsOfAll(fields, stored.data)]
    const keys = [...new Set([...here.keys(), ...there.keys()])].filter(
      (key) => canonical(here.get(key)) !== canonical(there.get(key)),
    )
    if (keys.length === 0) return null
    found = keys
      .map((key) => `${key} shows ${canonical(here.get(key))}, stored is ${canonical(there.get(key))}`)
      .join('; ')
    found += ` | form ${JSON.stringify(form.changes())} on ${form.getDocument().view.base.updatedAt ?? ''}, stored ${JSON.stringify(draft)} on ${base.updatedAt ?? ''}, entries ${JSON.stringify(entries)}`
  }
  return found
}
