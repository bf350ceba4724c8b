// The name and version of a package, and the time of its files.
import { readFileSync } from 'node:fs'
import { inRoot, Stop } from '../scripts/lib/project.mjs'
import { capture } from '../scripts/lib/processes.mjs'

const declared = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))

/** The program's name and description, for the packages of each system. */
export const program = {
  name: 'galley',
  title: 'Galley',
  summary: 'Admin panel of Payload CMS that keeps working offline',
  description: declared.description,
  license: declared.license,
  /** Contact for questions about the package: its builder. */
  maintainer: process.env.GALLEY_MAINTAINER || 'Galley contributors <galley@localhost>',
}

/**
 * The version that a package has. One made with a stand-in for the declared Electron says so, and sorts before the
 * same version without: who has it gets the real one.
 * @param {{version: string, standIn: boolean}} electron
 */
export function packageVersion(electron, own = declared.version) {
  return electron.standIn ? `${own}-standin.electron${electron.version}` : own
}

/** The version for dpkg and rpm, which sort a tilde before nothing; a hyphen has another meaning there. */
export const linuxVersion = (version) => version.replace('-', '~')

/** The version for Windows, which compares three numbers only. */
export const windowsVersion = (version) => version.replace(/-.*$/, '')

/**
 * Seconds since 1970 that all files of a package have, so that the same commit makes the same bytes: those of
 * SOURCE_DATE_EPOCH, else those of the commit.
 */
export function sourceDate(env = process.env) {
  const given = env.SOURCE_DATE_EPOCH
  if (given !== undefined && given !== '') {
    if (!/^\d{1,10}$/.test(given)) throw new Stop(`SOURCE_DATE_EPOCH is no number of seconds: ${given}`)
    return Number(given)
  }
  const { code, out } = capture('git', ['log', '-1', '--format=%ct'], { cwd: inRoot() })
  if (code !== 0) throw new Stop('this is no git checkout: set SOURCE_DATE_EPOCH to the time of the sources')
  return Number(out)
}

/** The reason why these sources and this Electron must not be released, or null. */
export function whyNoRelease(electron) {
  if (electron.standIn)
    return `a release has Electron ${electron.declared}, and what is here is ${electron.version} of a third party`
  const { code, out } = capture('git', ['status', '--porcelain'], { cwd: inRoot() })
  if (code !== 0) return 'a release is made from a git checkout'
  return out.trim() === '' ? null : `a release is made from a commit, and here are changes:\n${out.trimEnd()}`
}
