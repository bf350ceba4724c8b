import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { POLICY_KEYS } from '../../../../main/policy/policy-keys.ts'
import { COMMAND_GROUPS } from '../../../../renderer/richtext/feature.ts'
import { FORMATS } from '../../../../shared/fields/richText/shown.ts'
import { schemaProblem } from '../../../../shared/cms/schema-problem.ts'
import { connectionStep, STEPS } from '../../../../shared/diagnostics.ts'
import { prefetchPhase } from '../../../../shared/prefetch.ts'
import { problemCode } from '../../../../shared/sync/entry.ts'
import { serverProblem } from '../../../../shared/ipc.ts'
import { en as payload } from '@payloadcms/translations/languages/en'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = join(root, 'renderer/i18n/galley')
/** Folders with keys: rules in `shared` name an error by key, and a window translates it. */
const SOURCES = ['renderer', 'shared', 'main', 'preload']
const PARTS = [
  'actions',
  'api',
  'app',
  'compare',
  'deleted',
  'diagnostics',
  'edit',
  'export',
  'filters',
  'inputs',
  'list',
  'local',
  'locales',
  'lock',
  'media',
  'menu',
  'palette',
  'policy',
  'preview',
  'published',
  'relation',
  'restore',
  'rich-text-blocks',
  'rich-text-diff',
  'rich-text-links',
  'rich-text-lists',
  'rich-text-tables',
  'rich-text-ways',
  'rich-text',
  'saved',
  'seo',
  'sync',
  'update',
  'upload',
  'versions',
]
const LANGUAGES = ['en', 'de', 'ar', 'fr']
const PLURAL = /_(zero|one|two|few|many|other)$/

/** Keys composed at run time: the pattern in the code, and its replacements. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'actions.many.${what}': ['publish', 'unpublish'],
  'actions.many.why.${why}': [
    'not-here',
    'not-sent',
    'unsaved',
    'denied',
    'conflict',
    'deleting',
    'nothing',
    'not-written',
    'changed',
  ],
  'filters.typed.${untaken.problem}': ['value', 'comparison', 'me', 'document'],
  'restore.${published}': ['stays', 'changes', 'appears', 'goes'],
  'published.missingBody.${published.reason}': ['offline', 'signed-out'],
  'compare.${tag.kind}': ['added', 'removed', 'changed'],
  'compare.take.${kind}': ['value', 'row', 'rows', 'add', 'remove'],
  'compare.missing.${reason}': ['offline', 'signed-out', 'refused', 'gone'],
  'compare.missingBody.${reason}': ['offline', 'signed-out', 'refused', 'gone'],
  'app.keep.phase.${phase}': prefetchPhase.options.filter((phase) => phase !== 'off'),
  'policy.key.${decision.key}': POLICY_KEYS.filter(
    (key) => !['keepDocuments', 'keepMegabytes', 'language'].includes(key),
  ),
  'update.failed.${installing.why}': ['busy', 'unreachable', 'changed', 'not-opened'],
  'update.problem.${updates.problem}': [
    'unreachable',
    'unreadable',
    'forged',
    'other-channel',
    'replayed',
    'from-later',
  ],
  "policy.holds.${problem.holds ?? 'none'}": ['last-valid', 'strict', 'none'],
  'app.status.${key}': ['checked', 'lastContact'],
  'app.store.${trouble}': ['disk-full', 'database-read-only', 'database-failed'],
  'app.store.hint.${trouble}': ['disk-full', 'database-read-only', 'database-failed'],
  'app.schema.unreadable.${reason.code}': schemaProblem.options.flatMap(({ entries: { code } }) =>
    'options' in code ? code.options : code.literal,
  ),
  'app.connect.problem.${problem.code}': serverProblem.entries.code.options,
  'app.status.reason.${problem.code}': serverProblem.entries.code.options.filter((code) =>
    /^(proxy|certificate|tls|portal)/.test(code),
  ),
  'diagnostics.step.${one.step}': STEPS,
  'diagnostics.state.${one.state}': connectionStep.entries.state.options,
  'diagnostics.check.${check}': ['sound', 'damaged'],
  'diagnostics.folder.${name}': ['all', 'accounts', 'logs', 'crashes'],
  'app.problem.${problem.code}': problemCode.options,
  'sync.problem.${reason}': [...problemCode.options, 'replaced'],
  'sync.refused.${refused.outcome}': ['gone', 'denied', 'failed'],
  'sync.refused.${result.outcome}': ['gone', 'denied', 'failed'],
  'sync.${unsent}': ['cannotSend', 'cannotSendSignedOut'],
  'sync.counts.${name}': ['sending', 'waiting', 'conflict', 'failed', 'failing', 'onThisComputer'],
  'sync.cached.${unit}': ['now', 'minutes', 'hours', 'days'],
  'media.known.${state}': ['asking', 'asked', 'here', 'local'],
  'app.settings.${value}': ['compact', 'standard', 'roomy'],
  'rich-text.format.${format}': [
    'bold',
    'italic',
    'underline',
    'strikethrough',
    'subscript',
    'superscript',
    'code',
  ],
  'rich-text-ways.menu.${unit.group}': ['block', 'state', 'align', 'insert'],
  'rich-text-ways.group.${group}': [...COMMAND_GROUPS, 'ways'],
  "rich-text-diff.alignTo.${change.to ?? 'none'}": [
    'left',
    'start',
    'center',
    'right',
    'end',
    'justify',
    'none',
  ],
  "rich-text-diff.directionTo.${change.to ?? 'none'}": ['ltr', 'rtl', 'none'],
  'rich-text-diff.format.${format}': FORMATS.map(([name]) => name),
  'rich-text-diff.${change.what}': ['rows', 'columns'],
  'rich-text-diff.kinds.${name}': [
    'paragraph',
    'quote',
    'rule',
    'bullet',
    'number',
    'check',
    'table',
    'upload',
    'relationship',
    'block',
    'inlineBlock',
    'text',
    'other',
  ],
  'rich-text.align.${format}': ['left', 'center', 'right', 'justify'],
  'edit.rows.misfit.${reason}': ['block', 'field', 'value', 'locales', 'server', 'denied', 'full'],
  'edit.rows.${key}': ['lifted', 'liftedOver', 'liftCancelled'],
  'relation.${state}': ['deleted', 'denied', 'discarded', 'unknown'],
  'relation.${state}Help': ['deleted', 'denied', 'discarded', 'unknown'],
  'saved.${side}': ['sent', 'server'],
  'saved.${wordsOf(difference)}': [
    'fieldNotSaved',
    'fieldChanged',
    'rowNotSaved',
    'rowNotRemoved',
    'orderChanged',
  ],
  'saved.history.${key}': ['deleted', 'sent', 'saved'],
  'local.notice.title.${notice.code}': [
    'database-set-aside',
    'database-other-user',
    'database-other-site',
    'access-removed',
    'inactive',
    'database-newer',
  ],
  'local.list.kind.${kind}': ['damaged', 'other-user', 'before-update'],
  'local.detail.${kind}': ['refused', 'name', 'offline', 'timeout', 'unreachable', 'broken'],
  'seo.${state}': ['missing', 'tooShort', 'almostThere', 'good', 'tooLong'],
  'seo.${rest.kind}': ['toGo', 'leftOver', 'tooMany'],
  'locales.mark.${mark}': ['missing', 'older'],
  "locales.help.${mark === 'older' ? beside.since : mark}": ['missing', 'published', 'saved'],
  'upload.corner.${corner}': ['nw', 'ne', 'sw', 'se'],
  'upload.bulk.state.${file.state}': ['ready', 'queued'],
  'app.field.${mark}': ['edited', 'waiting', 'conflict'],
  'app.field.${state}': ['edited', 'waiting', 'conflict'],
}

/** The same for the texts of the web admin. */
const COMPOSED_ADMIN: Readonly<Record<string, readonly string[]>> = {
  'version:${one}': [
    'previousVersion',
    'currentDraft',
    'currentlyPublished',
    'previouslyPublished',
    'specificVersion',
  ],
  'version:${status}': ['published', 'draft', 'changed'],
  'version:${key}': ['draft', 'currentDraft', 'currentlyPublished', 'previouslyPublished'],
}

function textsOf(language: string): Map<string, string> {
  return new Map(
    PARTS.flatMap((part) =>
      flat(JSON.parse(readFileSync(join(folder, language, `${part}.json`), 'utf8')) as Tree, ''),
    ),
  )
}

type Tree = { [key: string]: string | Tree }

function flat(tree: Tree, before: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  )
}

const sources = SOURCES.flatMap((part) =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, part, name), 'utf8')),
).join('\n')

/** Returns all own keys in the code, composed ones in all forms. */
function usedKeys(): { keys: Set<string>; unknown: string[] } {
  const keys = new Set<string>()
  const unknown: string[] = []
  for (const [, quote, key = ''] of sources.matchAll(/(['`])galley:((?:(?!\1).)+)\1/g)) {
    // Other names begin with the program's, too, such as keys of localStorage.
    if (quote === '`' && !PARTS.some((part) => key.startsWith(`${part}.`))) continue
    if (!key.includes('${')) keys.add(key)
    else if (COMPOSED[key] === undefined) unknown.push(key)
    else for (const value of COMPOSED[key]) keys.add(key.replace(/\$\{.*\}/, value))
  }
  return { keys, unknown }
}

const withoutPlural = (keys: Iterable<string>) => new Set([...keys].map((key) => key.replace(PLURAL, '')))
const english = textsOf('en')

describe('the texts of the windows', () => {
  test.each(LANGUAGES)('S9.21 (part) are complete in %s, and have nothing that English lacks', (language) => {
    expect(readdirSync(join(folder, language)).toSorted()).toEqual(PARTS.map((part) => `${part}.json`))
    const keys = [...textsOf(language).keys()]
    expect([...english.keys()].filter((key) => !keys.includes(key))).toEqual([])
    expect([...withoutPlural(keys)].filter((key) => !withoutPlural(english.keys()).has(key))).toEqual([])
  })

  test.each(LANGUAGES)('name the same values in %s as in English', (language) => {
    const named = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted()
    const other = textsOf(language)
    // Singular and dual forms may omit the number.
    const compared = [...english].filter(([key]) => !/_(one|two)$/.test(key))
    const names = compared.map(([key]) => [key, named(other.get(key) ?? '')])
    expect(names).toEqual(compared.map(([key, text]) => [key, named(text)]))
  })

  test('exist for every key that the code names, and none is left over', () => {
    const { keys, unknown } = usedKeys()
    const known = withoutPlural(english.keys())
    expect(unknown, 'composed keys without a list of what takes their place').toEqual([])
    expect([...keys].filter((key) => !known.has(key))).toEqual([])
    expect([...known].filter((key) => !keys.has(key))).toEqual([])
  })

  test('of the web admin exist for every key that the code names', () => {
    const texts = new Map(flat(payload.translations, ''))
    const known = withoutPlural([...texts.keys()].map((key) => key.replace('.', ':')))
    const namespaces = Object.keys(payload.translations).join('|')
    const found = sources.matchAll(new RegExp(`(['"\`])((?:${namespaces}):[\\w.\${}]+)\\1`, 'g'))
    const named = new Set([...found].map(([, , key = '']) => key))
    const composed = [...named].filter((key) => key.includes('${'))
    expect(composed.toSorted(), 'composed keys').toEqual(Object.keys(COMPOSED_ADMIN).toSorted())
    const keys = [...named].flatMap(
      (key) => COMPOSED_ADMIN[key]?.map((value) => key.replace(/\$\{.*\}/, value)) ?? [key],
    )
    expect(keys).toEqual(expect.arrayContaining(['general:close', 'fields:blocks', 'validation:required']))
    expect(keys.filter((key) => !known.has(key))).toEqual([])
  })
})
