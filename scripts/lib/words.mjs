// Comments that open without a noun, and files that are not named for a noun or an action.
import { basename, join, relative, sep } from 'node:path'
import { readSource, sourcesBelow } from './walls.mjs'

const folders = ['main', 'preload', 'renderer', 'shared', 'server', 'scripts', 'tests']

/** Openings after which a reader has to guess what is spoken of. */
const opening = /^(?:What|Whether|That|Who|Where|Of|Beside|Null where)\b/

/** Lower-case words with hyphens, then kinds such as `.test` or `.module`. The first word is no relation or pronoun. */
const fileName =
  /^(?!(?:what|whether|that|who|of|for|at|beside|until|pass|shut)\b)[a-z\d]+(?:-[a-z\d]+)*(?:\.[a-z]+)+$/

/**
 * Comments and file names that a newcomer cannot understand by themselves.
 * @returns {string[]} one line each: file:line and the comment or name
 */
export function findWords(root) {
  return folders
    .flatMap((folder) => sourcesBelow(join(root, folder)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .flatMap((file) => [
      ...(fileName.test(basename(file)) ? [] : [`${file}:1: is not named for a noun or an action`]),
      ...openingsIn(readSource(root, file)),
    ])
}

function openingsIn({ file, text, comments }) {
  let end = -1
  return comments.flatMap((comment) => {
    // Line comments in neighbouring lines are one comment.
    const goesOn = end >= 0 && /^[^\S\n]*\n[^\S\n]*$/.test(text.slice(end, comment.start))
    end = comment.type === 'Line' ? comment.end : -1
    const words = comment.value.replace(/^[*\s]+/, '')
    if (goesOn || !opening.test(words)) return []
    const line = text.slice(0, comment.start).split('\n').length
    return [
      `${file}:${line}: a comment begins with its subject, not with "${words.slice(0, 40).split('\n')[0]}"`,
    ]
  })
}
