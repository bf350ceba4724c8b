import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Change } from '../../shared/document/change.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'

/* Traces the steps of drafts, so that a lost edit can be attributed to one. Paths only; the ledger has the values. */

type Say = (text: string) => void

/** Traces the drafts on disk before the program starts. */
export function tellDraftsLeft(file: string, say: Say): void {
  if (!existsSync(file)) return
  const db = new Database(file, { readonly: true })
  try {
    const rows = db.prepare('SELECT slug, id, changes, saved_at FROM drafts').all()
    for (const row of rows as { slug: string; id: string; changes: string; saved_at: string }[])
      say(`left draft ${row.slug} ${row.id} ${pathsOf(JSON.parse(row.changes) as Change[])} ${row.saved_at}`)
  } catch (error) {
    say(`left drafts cannot be read: ${String(error)}`)
  } finally {
    db.close()
  }
}

/** Wraps a bridge to trace draft writes, commits and their results. */
export function tellingOfDrafts(bridge: GalleyBridge, say: Say): GalleyBridge {
  return {
    ...bridge,
    async call(name, input) {
      const told = nameOf(name, input)
      if (told === null) return bridge.call(name, input)
      try {
        const answer = await bridge.call(name, input)
        say(`${told} -> ${JSON.stringify(answer)}`)
        return answer
      } catch (error) {
        say(`${told} -> ${String(error)}`)
        throw error
      }
    },
  }
}

const TOLD = new Set(['drafts.put', 'drafts.commit', 'drafts.discard', 'documents.discard'])

function nameOf(name: string, input: unknown): string | null {
  if (!TOLD.has(name)) return null
  const { ref, mode = '', changes = [] } = input as { ref: object; mode?: string; changes?: Change[] }
  return `${name} ${Object.values(ref).join(' ')} ${mode} ${pathsOf(changes)}`
}

function pathsOf(changes: readonly Change[]): string {
  return changes.map((one) => `${one.path}${'locale' in one && one.locale ? `@${one.locale}` : ''}`).join()
}
