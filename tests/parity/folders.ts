import path from 'node:path'
import { projectFolder } from '../e2e/support/electron-path.ts'

/** Folder with the copy of Payload's test folder, its packages and the data of its sites. */
export const parityFolder = path.join(projectFolder, '.cache/parity')
