import type { Db } from '../../tables/sql.ts'

/** Adds an index to find the next move of a collection without reading all, and turns empty moves into JSON (null). */
export function movesByTurn(db: Db): void {
  db.exec(`
    -- Those of a collection that wait for no person.
    CREATE INDEX moves_by_turn ON moves (slug, seq) WHERE state <> 'parked';
    UPDATE moves SET move = 'null' WHERE move = '';
  `)
}
