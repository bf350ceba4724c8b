// The files of the unpacked program, for installers that list each file.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{name: string, files: string[], folders: Folder[], path: string}} Folder `path`: from the program's folder
 * @returns {Folder}
 */
export function readFolder(root, path = '', name = '') {
  const entries = readdirSync(join(root, path), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  return {
    name,
    path,
    files: entries.filter((entry) => entry.isFile()).map((entry) => entry.name),
    folders: entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => readFolder(root, path === '' ? entry.name : `${path}/${entry.name}`, entry.name)),
  }
}

/** The folder and all below it, itself first. */
export const allFolders = (folder) => [folder, ...folder.folders.flatMap(allFolders)]
