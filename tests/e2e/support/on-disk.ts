import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** Until a text is in a file of the data folder, from which a kill takes nothing. As JSON has it within quotes. */
export async function untilOnDisk(dataFolder: string, text: string): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(text).slice(1, -1))
  await eventually(() => databases(dataFolder).some((path) => readFileSync(path).includes(bytes))).toBe(true)
}

function databases(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((name) => /\.(db|sqlite)(-wal)?$/.test(name)).map((name) => join(folder, name))
}
