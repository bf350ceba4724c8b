import type { Db } from '../../tables/sql.ts'

/** Which move of a collection leaves next is found without reading all; one without a place to go to can be read. */
export function movesByTurn(db: Db): void {
  db.exec(`
    -- Those of a collection that wait for no person.
    CREATE INDEX moves_by_turn ON moves (slug, seq) WHERE state <> 'parked';
    UPDATE moves SET move = 'null' WHERE move = '';
  `)
}
