import type { Db } from '../../tables/sql.ts'
import { initial } from './0001-initial.ts'
import { changesOfAllLocales } from './0002-changes-of-all-locales.ts'
import { sentEntries } from './0003-sent-entries.ts'
import { rowChanges } from './0004-row-changes.ts'
import { moves } from './0005-moves.ts'
import { typedInput } from './0006-typed-input.ts'
import { permissions } from './0007-permissions.ts'
import { queueOfMoves } from './0008-queue-of-moves.ts'
import { versionContents } from './0009-version-contents.ts'

/** Brings the database from the version before to its own. Runs inside a transaction. */
export type Migration = (db: Db) => void

/** In order; the position, from 1, is the version. Shipped ones are never changed (SY15). */
export const migrations: readonly Migration[] = [
  initial,
  changesOfAllLocales,
  sentEntries,
  rowChanges,
  moves,
  typedInput,
  permissions,
  queueOfMoves,
  versionContents,
]
