import type { Payload } from 'payload'
import type { AdapterReq } from './turn.ts'

/** Methods of database adapters that write. */
export const WRITES = [
  'create',
  'createGlobal',
  'createGlobalVersion',
  'createVersion',
  'deleteMany',
  'deleteOne',
  'deleteVersions',
  'updateGlobal',
  'updateGlobalVersion',
  'updateJobs',
  'updateMany',
  'updateOne',
  'updateVersion',
  'upsert',
] as const

/** Methods that read. */
export const READS = [
  'count',
  'countGlobalVersions',
  'countVersions',
  'find',
  'findDistinct',
  'findGlobal',
  'findGlobalVersions',
  'findOne',
  'findVersions',
  'queryDrafts',
] as const

/** Wraps methods of the adapter in `call`, which gets the request and the method. */
export function wrapMethods(
  { db }: Payload,
  names: readonly string[],
  call: (req: AdapterReq, method: (req: AdapterReq) => Promise<unknown>) => Promise<unknown>,
): void {
  for (const name of names) {
    const method: unknown = Reflect.get(db, name)
    // Some versions of Payload lack some of them.
    if (typeof method !== 'function') continue
    Reflect.set(db, name, (args: { readonly req?: AdapterReq }): Promise<unknown> =>
      call(args.req, async (req) => {
        const result: unknown = await Reflect.apply(method, db, [req === args.req ? args : { ...args, req }])
        return result
      }),
    )
  }
}
