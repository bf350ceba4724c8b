/** A connection to an SQLite file, as the plugin needs it. */
type SqliteFile = {
  /** Takes the file's write lock for a moment; throws SQLITE_BUSY if another connection has it. */
  readonly lockAndUnlock: () => Promise<unknown>
}

type Client = { readonly transaction: unknown; readonly executeMultiple: unknown }

const isClient = (value: unknown): value is Client =>
  typeof value === 'object' && value !== null && 'transaction' in value && 'executeMultiple' in value

async function script(on: Client | object, sql: string): Promise<unknown> {
  const run: unknown = Reflect.get(on, 'executeMultiple')
  const result: unknown = typeof run === 'function' ? await Reflect.apply(run, on, [sql]) : undefined
  return result
}

const mended = new WeakSet<object>()

/**
 * The file that Payload's adapter has open; `null`: it is not on this computer.
 * With libsql 0.14 a statement refused with SQLITE_BUSY stays open until garbage collection, and its connection sees
 * an old state and can neither begin nor commit. A script of statements does not, so transactions begin with one
 * here.
 */
export function sqliteFileOf(db: object): SqliteFile | null {
  const client: unknown = Reflect.get(db, 'client')
  if (!isClient(client) || Reflect.get(client, 'protocol') !== 'file') return null
  if (!mended.has(client)) {
    mended.add(client)
    const { transaction } = client
    if (typeof transaction !== 'function') return null
    Reflect.set(client, 'transaction', async (mode: unknown = 'write'): Promise<unknown> => {
      if (mode !== 'write') return (await Reflect.apply(transaction, client, [mode])) as unknown
      const begun: unknown = await Reflect.apply(transaction, client, ['deferred'])
      // If the lock is refused, its connection is not used again.
      if (typeof begun === 'object' && begun !== null) await script(begun, 'ROLLBACK; BEGIN IMMEDIATE')
      return begun
    })
  }
  return { lockAndUnlock: () => script(client, 'BEGIN IMMEDIATE; COMMIT') }
}
