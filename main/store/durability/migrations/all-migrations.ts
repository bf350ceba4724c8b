import type { Db } from '../../tables/sql.ts'
import { initial } from './0009-initial.ts'
import { movesByTurn } from './0010-moves-by-turn.ts'
import { rewrittenDrafts } from './0011-rewritten-drafts.ts'
import { ownRevisions } from './0012-own-revisions.ts'
import { restoredVersions } from './0013-restored-versions.ts'
import { sentRevisions } from './0014-sent-revisions.ts'

/** Migrates a database from the previous version to its own. Runs inside a transaction. */
export type Migration = (db: Db) => void

/** Number of versions before the first release. No migration starts from one of them. */
const UNRELEASED = 8

/** The migrations in order; the position, from 1, is the version. Shipped ones are never changed (SY15). */
export const migrations: readonly Migration[] = [
  ...Array.from({ length: UNRELEASED }, (): Migration => () => undefined),
  initial,
  movesByTurn,
  rewrittenDrafts,
  ownRevisions,
  restoredVersions,
  sentRevisions,
]

/** The oldest version that can be read. */
export const FIRST_VERSION = UNRELEASED + 1
