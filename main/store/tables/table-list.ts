/**
 * Facts about a table: they decide which of its rows are renamed, forgotten, counted, salvaged or copied. A test
 * compares the list below, which has every table once, with the database's own schema.
 */
export type TableFacts = {
  /** The first version of the database that has the table. */
  since: number
  /**
   * The lifetime of the rows, if they name a document by `kind`, `slug` and `id`:
   * - `document`: they get the document's new id, and are forgotten with it
   * - `copy`: the server told them about the document; they are forgotten with it and do not get a new id
   * - `history`: they outlive the document and keep its old id
   */
  rows?: 'document' | 'copy' | 'history'
  /**
   * The kind of work that a row is, if it is somebody's work, which must never be lost:
   * - `queued`, `draft`: it is still to be sent
   * - `form`: it was typed and belongs to no document yet
   * - `difference`: it was sent, and the server stored another value that nobody has looked at
   */
  work?: 'queued' | 'draft' | 'form' | 'difference'
  /** True if the column `changes` holds edits of fields, which may refer to documents and files. */
  hasChanges?: true
  /** True if lists are made from the rows. Triggers note which of them change (see noteRowChanges). */
  isListed?: true
  /** Set if the rows are salvaged from a damaged file and written to the copy of unsent edits. */
  salvage?: {
    /** The columns that identify a row, also in another database. */
    key: readonly string[]
    /** The column by which rows are read from both ends, if the table has no `rowid`. */
    order?: string
    /** Columns whose text is JSON: a row with any other text is damaged. */
    json?: readonly string[]
    /** Name of the table in an exported file of unsent edits. */
    exportedAs?: string
  }
}

/** Salvaged rows are written in this order: `outbox_waits` refers to `outbox`. */
export const tables = {
  outbox: {
    since: 9,
    rows: 'document',
    work: 'queued',
    hasChanges: true,
    isListed: true,
    salvage: { key: ['key'], json: ['changes', 'problem', 'request', 'restores'], exportedAs: 'entries' },
  },
  // Rows are deleted with their entry, by a foreign key.
  outbox_waits: { since: 9, salvage: { key: ['waits_for', 'seq'], order: 'seq' } },
  moves: {
    since: 9,
    rows: 'document',
    work: 'queued',
    isListed: true,
    salvage: { key: ['key'], json: ['move', 'problem', 'request'], exportedAs: 'moves' },
  },
  drafts: {
    since: 9,
    rows: 'document',
    work: 'draft',
    hasChanges: true,
    isListed: true,
    salvage: { key: ['kind', 'slug', 'id'], json: ['changes', 'lost', 'typed'], exportedAs: 'drafts' },
  },
  // A form that names a new document is renamed by its own rule (renameHeldForms).
  held_forms: {
    since: 9,
    work: 'form',
    salvage: { key: ['place'], json: ['content'], exportedAs: 'forms' },
  },
  save_differences: {
    since: 9,
    rows: 'document',
    work: 'difference',
    isListed: true,
    salvage: {
      key: ['kind', 'slug', 'id', 'place'],
      json: ['difference'],
      exportedAs: 'notSavedAsSent',
    },
  },
  // Only documents with work on them are salvaged: the server has the others.
  documents: {
    since: 9,
    rows: 'document',
    isListed: true,
    salvage: { key: ['kind', 'slug', 'id'], json: ['data', 'adjusted'], exportedAs: 'documents' },
  },
  id_map: { since: 9, salvage: { key: ['temp_id', 'slug'] } },
  // These tell the owner and the site of the database. The copy leaves out the site's schema: it is large and is
  // fetched again.
  resources: { since: 9, salvage: { key: ['key'], json: ['value'] } },

  sent_entries: { since: 9, rows: 'history' },
  // Rows of a deleted document have a kind of their own, so that they outlive it (see version-contents.ts).
  version_contents: { since: 9, rows: 'copy' },
  version_pages: { since: 9, rows: 'copy' },
  version_rows: { since: 9, rows: 'copy' },
  version_marks: { since: 9, rows: 'copy' },
  // The rows have no kind, as only collections have lists, and stay when the document is removed from this computer.
  list_rows: { since: 9, isListed: true },
  list_pages: { since: 9 },
  collection_totals: { since: 9 },
  row_changes: { since: 9 },
} as const satisfies { [table: string]: TableFacts }

type TableName = keyof typeof tables
type TableWith<Fact> = { [Name in TableName]: (typeof tables)[Name] extends Fact ? Name : never }[TableName]
export type SalvagedTable = TableWith<{ salvage: object }>
type WorkTable = TableWith<{ work: string }>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of Object.keys knows no keys
const names = Object.keys(tables) as TableName[]
const factsOf = (name: TableName): TableFacts => tables[name]

/** Tables whose rows get the document's new id. */
export const RENAMED = names.filter((name) => factsOf(name).rows === 'document')
/** Tables whose rows go with the copy of a document. */
export const OF_COPY = names.filter((name) => factsOf(name).rows === 'copy')
/** Tables whose rows are forgotten with their document. */
export const FORGOTTEN = [...RENAMED, ...OF_COPY]

/** Tables whose rows are somebody's work. */
export const WORK = names.filter((name): name is WorkTable => factsOf(name).work !== undefined)
/** Tables whose rows wait to be sent. */
export const QUEUED = WORK.filter((name) => tables[name].work === 'queued')
/** Tables whose rows are edits of a document that are not sent yet: queued, or in a draft. */
export const UNSENT = WORK.filter((name) => QUEUED.includes(name) || tables[name].work === 'draft')
/** Tables of work whose rows belong to a document. */
export const OWN_WORK = WORK.filter((name) => RENAMED.includes(name))
/** Tables whose rows are unsent edits. A saved difference is work, but was sent. */
export const UNSENT_EDITS = WORK.filter((name) => tables[name].work !== 'difference')
/** Tables whose rows hold edits of a document's fields. */
export const WITH_CHANGES = WORK.filter((name) => factsOf(name).hasChanges === true)

export const SALVAGED = names.filter((name): name is SalvagedTable => factsOf(name).salvage !== undefined)
export const salvageOf = (name: SalvagedTable): NonNullable<TableFacts['salvage']> => tables[name].salvage
export const sinceOf = (name: SalvagedTable): number => tables[name].since
