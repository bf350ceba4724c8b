import path from 'node:path'
import { projectFolder } from '../e2e/support/electron-path.ts'

/** Where the copy of Payload's test folder lies, with the packages and the data of its sites. */
export const parityFolder = path.join(projectFolder, '.cache/parity')
