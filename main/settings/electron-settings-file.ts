import { chmodSync, renameSync } from 'node:fs'
import path from 'node:path'
import ElectronStore from 'electron-store'
import { errorName, type Log } from '../log.ts'
import type { SettingsFile } from './settings.ts'
import type { Settings } from './settings-shape.ts'

const NAME = 'settings'
/** Readable for its owner only, since the file contains the servers and user names of a person. */
const MODE = 0o600

/**
 * The settings as `settings.json` in the data folder, written atomically by electron-store. A file that is not JSON is
 * set aside under a dated name and a new one begun.
 */
export function electronSettingsFile(folder: string, log: Log): SettingsFile {
  const store = open(folder, log)
  try {
    chmodSync(store.path, MODE)
  } catch {
    // The file does not exist yet: it is created with that mode.
  }
  return {
    read: () => store.store,
    write: (settings: Settings) => {
      store.store = { ...settings }
    },
  }
}

function open(folder: string, log: Log): ElectronStore {
  try {
    return new ElectronStore({ name: NAME, cwd: folder, configFileMode: MODE })
  } catch (error) {
    const file = path.join(folder, `${NAME}.json`)
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    log.error('settings-set-aside', { error: errorName(error) })
    try {
      renameSync(file, path.join(folder, `${NAME}.broken-${stamp}.json`))
    } catch (renameError) {
      // The file cannot be moved: carry on with a file of another name rather than not at all.
      log.error('settings-not-moved', { error: errorName(renameError) })
      return new ElectronStore({
        name: `${NAME}-${stamp}`,
        cwd: folder,
        configFileMode: MODE,
        clearInvalidConfig: true,
      })
    }
    return new ElectronStore({ name: NAME, cwd: folder, configFileMode: MODE })
  }
}
