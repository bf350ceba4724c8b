import { setTimeout as pause } from 'node:timers/promises'
import { effectiveDocument } from '../../shared/document/effective.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'
import type { DocumentForm } from '../../renderer/form/document-form.ts'
import { canonical } from './canonical.ts'
import { cellsOfAll } from './cells.ts'

/** Number of comparisons and the pause between them in milliseconds: an event may be in transit. */
const LOOKS = 20
const BETWEEN_MS = 100

/** Returns the difference between a form and the stored document (DM4); null: none. Only while nobody edits it. */
export async function screenDifference(bridge: GalleyBridge, form: DocumentForm): Promise<string | null> {
  const { fields } = form.entity
  let found: string | null = null
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await pause(BETWEEN_MS)
    const view = await bridge.call('documents.get', { ref: form.getRef() })
    // Deleted, or not written yet: nothing to compare with.
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
