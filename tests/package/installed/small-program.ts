import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that stands for the packed program: with real executables, so that tools read what they need, but small. */
export function makeSmallProgram(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  for (const name of ['galley', 'chrome-sandbox', 'chrome_crashpad_handler'])
    copyFileSync('/bin/true', join(folder, name))
  writeFileSync(join(folder, 'resources/app.asar'), 'the app')
  writeFileSync(join(folder, 'icudtl.dat'), 'data')
  return folder
}
