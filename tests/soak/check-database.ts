import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { Finding } from './finding.ts'

/** Checks a copy of the database as it lies on the disk now, so that the program itself does the recovery. */
export function checkDatabase(file: string): Finding[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-soak-check-'))
  try {
    const copy = path.join(folder, 'copy.sqlite')
    for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) cpSync(file + suffix, copy + suffix)
    const db = new Database(copy)
    const said = db.pragma('integrity_check', { simple: true })
    const foreign = db.pragma('foreign_key_check')
    db.close()
    const findings: Finding[] = []
    if (said !== 'ok')
      findings.push({ kind: 'database', text: `integrity_check: ${String(said)}`, doc: null })
    if (Array.isArray(foreign) && foreign.length > 0)
      findings.push({ kind: 'database', text: `foreign_key_check: ${JSON.stringify(foreign)}`, doc: null })
    return findings
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
