import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The one database in the folder of an installation. */
export function databaseIn(dataFolder: string): string {
  const found = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^accounts[\\/][^\\/]+[\\/][^.\\/]+\.sqlite$/.test(name),
  )
  const [name] = found
  if (name === undefined || found.length > 1)
    throw new Error(`${found.length} databases in ${dataFolder}: ${found.join(', ')}`)
  return path.join(dataFolder, name)
}
