import type { Db } from '../../tables/sql.ts'

/** Notes from now on which documents of collections have changed in a table that lists are shown from. */
export function noteRowChanges(db: Db, table: string): void {
  const isListed = (row: string): string => (table === 'list_rows' ? '1' : `${row}.kind = 'collection'`)
  const note = (row: string, condition = isListed(row)): string => `
    INSERT INTO row_changes (slug, id, turn)
    SELECT ${row}.slug, ${row}.id,
      (SELECT coalesce(max(turn), 0) + 1 FROM row_changes WHERE slug = ${row}.slug)
    WHERE ${condition}
    ON CONFLICT (slug, id) DO UPDATE SET turn = excluded.turn;`
  // An update may give a row another id (SY8).
  const renamed = note('OLD', `OLD.id <> NEW.id AND ${isListed('OLD')}`)
  db.exec(`
    CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN ${note('NEW')} END;
    CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} BEGIN ${renamed} ${note('NEW')} END;
    CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN ${note('OLD')} END;
  `)
}
