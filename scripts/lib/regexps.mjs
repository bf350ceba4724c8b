// Regular expressions of the shipped source whose work can grow faster than the text, as recheck judges them.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { inCache } from './project.mjs'
import { readSource, sourcesBelow, visit } from './walls.mjs'

const shipped = ['main', 'preload', 'renderer', 'shared', 'server']

/** Expressions that recheck takes for slow and that are not, or whose text is short. */
const exceptions = [
  {
    file: 'main/store/durability/referred-files.ts',
    pattern: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    reason: 'A match is 36 characters, so no start reads more.',
  },
  {
    file: 'renderer/richtext/slash-menu/use-slash.ts',
    pattern: '(?:^|\\s)([/／、])([^\\s/／、][^/／、]{0,30})?$',
    reason: 'A match is at most 33 characters, so no start reads more.',
  },
  {
    file: 'shared/lists/export-values.ts',
    pattern:
      '([;\\t] *)(?=[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20])|([\\r\\n] *)(?=[=@\\uFF1D\\uFF20]|[+-]\\S*[|(])',
    reason: 'Only a line break begins a search with \\S*, and the next line break ends it.',
  },
  {
    file: 'renderer/fields/folder/use-move-to-folder.tsx',
    pattern: '<\\d>(.*?)<\\/\\d>',
    reason:
      'The text is a translation of Payload, in which each tag is closed: the closing tag ends the search.',
  },
]

/** No limit is a time: the same pattern has the same verdict on every machine. */
const params = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  randomSeed: 0,
  attackLimit: 20_000_000,
  maxAttackStringSize: 20_000,
}

/**
 * Every slow regular expression below `root`.
 * @returns {string[]} one line each: file:line and what is wrong with it
 */
export function findSlowRegexps(root) {
  const sources = shipped
    .flatMap((folder) => sourcesBelow(join(root, folder)))
    .map((file) => readSource(root, relative(root, file).split(sep).join('/')))
  const verdicts = keptVerdicts()
  const lines = sources.flatMap((source) => slowIn(source, verdicts.of))
  verdicts.keep()
  return lines
}

function slowIn(source, verdictOf) {
  const { file, text } = source
  const excused = exceptions.filter((exception) => exception.file === file)
  const found = regexpsIn(source)
  const unused = excused.filter(({ pattern }) => !found.some((one) => one.pattern === pattern))
  return [
    ...unused.map(({ pattern }) => `${file}:1: an exception is left for /${pattern}/, which is gone`),
    ...found
      .filter(({ pattern }) => !excused.some((exception) => exception.pattern === pattern))
      .map(({ pattern, flags, start }) => ({
        line: text.slice(0, start).split('\n').length,
        words:
          pattern === undefined
            ? 'a pattern is made at run time, so that it cannot be judged'
            : wordsFor(verdictOf(pattern, flags), `/${pattern}/${flags}`),
      }))
      .filter(({ words }) => words !== null)
      .map(({ line, words }) => `${file}:${line}: ${words}`),
  ]
}

function wordsFor(judged, regexp) {
  return judged === 'safe' ? null : `${regexp} is ${judged}`
}

/** The literals, and arguments of RegExp; `pattern` is undefined if it cannot be read from the file. */
function regexpsIn({ program }) {
  const found = []
  const constants = new Map()
  visit(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'const')
      for (const { id, init } of node.declarations) if (id.type === 'Identifier') constants.set(id.name, init)
    if (node.type === 'Literal' && node.regex) found.push({ ...node.regex, start: node.start })
    if (!['NewExpression', 'CallExpression'].includes(node.type) || node.callee.name !== 'RegExp') return
    const [pattern, flags] = node.arguments
    if (pattern?.type === 'Literal' && pattern.regex) return
    found.push({
      pattern: textOf(pattern, constants),
      flags: flags === undefined ? '' : textOf(flags, constants),
      start: node.start,
    })
  })
  return found
}

/** The text of an expression that consists of literals and of constants of its file; otherwise undefined. */
function textOf(node, constants) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined
    case 'Identifier':
      return constants.has(node.name) ? textOf(constants.get(node.name), constants) : undefined
    case 'TaggedTemplateExpression': {
      const { object, property } = node.tag
      return object?.name === 'String' && property?.name === 'raw'
        ? templateText(node.quasi, 'raw', constants)
        : undefined
    }
    case 'TemplateLiteral':
      return templateText(node, 'cooked', constants)
    default:
      return undefined
  }
}

function templateText({ quasis, expressions }, kind, constants) {
  const inner = expressions.map((expression) => textOf(expression, constants))
  if (inner.includes(undefined)) return undefined
  return quasis.map(({ value }, at) => value[kind] + (inner[at] ?? '')).join('')
}

/** Verdicts of earlier runs by pattern: a new one takes up to some seconds. */
function keptVerdicts() {
  const require = createRequire(import.meta.url)
  const version = JSON.stringify([require('recheck/package.json').version, params])
  const path = inCache('regexps.json')
  const kept = readKept(path)
  const known = new Map(kept?.version === version ? kept.verdicts : [])
  const before = known.size
  let checkSync
  return {
    of: (pattern, flags) => {
      const key = `/${pattern}/${flags}`
      if (!known.has(key)) {
        // The backend in JavaScript: no worker, no program of its own.
        process.env.RECHECK_SYNC_BACKEND = 'pure'
        checkSync ??= require('recheck').checkSync
        known.set(key, verdict(checkSync(pattern, flags, params)))
      }
      return known.get(key)
    },
    keep: () => {
      if (known.size === before) return
      mkdirSync(dirname(path), { recursive: true })
      const mine = `${path}.${process.pid}`
      writeFileSync(mine, JSON.stringify({ version, verdicts: [...known] }))
      renameSync(mine, path)
    },
  }
}

function readKept(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function verdict({ status, complexity, error }) {
  if (status === 'safe') return 'safe'
  if (status === 'vulnerable') return `slow: ${complexity.summary}`
  return `not judged: ${error.kind} ${error.message ?? ''}`
}
