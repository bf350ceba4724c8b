import { createHash } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'

/** The amount of content that an empty database is filled with. */
export type SeedSize = 'full' | 'small' | 'none'

/** The command line options of the demo CMS. */
export type ServeOptions = {
  readonly port: number
  readonly dataDir: string
  /** `null`: an SQLite file in the data folder. */
  readonly postgresUrl: string | null
  readonly fresh: boolean
  readonly plugin: boolean
  /** Options of the plugin that differ from its defaults. */
  readonly limits: { readonly deadAfterSeconds?: number }
  /** True: API, admin and cookies have other names than on most sites. */
  readonly ownRoutes: boolean
  readonly seed: SeedSize
  readonly big: boolean
  readonly exitAfterSeed: boolean
}

/** The default data folder; each database has one of its own, with its uploads and its secret. */
function defaultDataDir(postgresUrl: string | null): string {
  const folder = path.join(import.meta.dirname, 'data')
  if (postgresUrl === null) return folder
  return path.join(folder, `postgres-${createHash('sha256').update(postgresUrl).digest('hex').slice(0, 12)}`)
}

/** Reads the command line; throws an Error with a sentence for the person who typed it. */
export function parseServeOptions(argv: readonly string[]): ServeOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string', default: '4790' },
      data: { type: 'string' },
      db: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      'no-plugin': { type: 'boolean', default: false },
      'dead-after': { type: 'string' },
      'own-routes': { type: 'boolean', default: false },
      seed: { type: 'string', default: 'full' },
      big: { type: 'boolean', default: false },
      'exit-after-seed': { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port=${values.port} is not a port`)
  const seed = values.seed
  if (seed !== 'full' && seed !== 'small' && seed !== 'none') {
    throw new Error(`--seed=${seed} is not one of full, small, none`)
  }
  const postgresUrl = values.db ?? null
  if (postgresUrl !== null && !/^postgres(ql)?:\/\//.test(postgresUrl))
    throw new Error(`--db=${postgresUrl} is not postgres://…`)
  if (postgresUrl !== null && values.fresh)
    throw new Error('--fresh empties the data folder, not a database: give --db an empty one')
  const deadAfter = values['dead-after'] === undefined ? null : Number(values['dead-after'])
  if (Number.isNaN(deadAfter))
    throw new Error(`--dead-after=${values['dead-after']} is not a number of seconds`)
  return {
    port,
    dataDir: path.resolve(values.data ?? defaultDataDir(postgresUrl)),
    postgresUrl,
    fresh: values.fresh,
    plugin: !values['no-plugin'],
    limits: deadAfter === null ? {} : { deadAfterSeconds: deadAfter },
    ownRoutes: values['own-routes'],
    seed,
    big: values.big,
    exitAfterSeed: values['exit-after-seed'],
  }
}
