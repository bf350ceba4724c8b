import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { PayloadRequest } from 'payload'
import { slugify } from 'payload/shared'
import * as v from 'valibot'
import { pictureSize } from '../../../main/files/picture-size.ts'
import { pictureType } from '../../../main/files/media-type.ts'
import { firstFrame } from '../../../main/log.ts'
import { normaliseAddress } from '../../../main/server/address.ts'
import { fileNameIn } from '../../../main/server/at-once/fetch-file.ts'
import { jsonBody, SMALL_BODY } from '../../../main/server/http/parse-json.ts'
import { responseHeaders } from '../../../main/server/http/http-transport.ts'
import { readToken, tokenOfCookies } from '../../../main/server/session/token.ts'
import { isStoragePlace, storageHeaders } from '../../../main/server/send/storage-place.ts'
import { applyDelta, textDelta } from '../../../main/store/versions/packed-text.ts'
import { decidePolicy } from '../../../main/policy/policy.ts'
import type { Policy } from '../../../main/policy/policy-keys.ts'
import { readPolicyFile } from '../../../main/policy/policy-sources.ts'
import { FRAME_SCRIPT, frameCall } from '../../../main/windows/live-preview/preview-frame.ts'
import { looksLikeMarkdown, fromPlain } from '../../../renderer/richtext/features/clipboard/from-plain.ts'
import { addressOf, completeAddress, findAddresses } from '../../../shared/fields/richText/addresses.ts'
import { changeEntries } from '../../../renderer/screens/compare/change-entries.ts'
import { drawnAtOnce } from '../../../renderer/screens/compare/drawn-parts.tsx'
import { findInText, foundIn } from '../../../renderer/screens/edit/find/find-in-text.ts'
import { compareNodes } from '../../../renderer/richtext/diff/node-changes.ts'
import { commonPairs } from '../../../renderer/ui/text-change/common-pairs.ts'
import { diffCharacters } from '../../../renderer/ui/text-change/diff-characters.ts'
import { diffLines } from '../../../renderer/ui/text-change/diff-lines.ts'
import { readNumber } from '../../../renderer/i18n/numbers.ts'
import { asked, optionalText, isSchemaPath } from '../../../server/plugin/endpoints/body.ts'
import { fingerprintOf } from '../../../server/plugin/idempotency/fingerprint.ts'
import { jsonSafe } from '../../../server/plugin/json-safe.ts'
import { LIMITS as COMPANION } from '../../../server/plugin/limits.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { slugLabels } from '../../../shared/cms/labels.ts'
import { compareDocuments } from '../../../shared/document/compare/compare-documents.ts'
import { onlyModified, type ComparedPart, comparedRefs } from '../../../shared/document/compare/compared.ts'
import { externalUrl } from '../../../shared/external-url.ts'
import { emailPattern } from '../../../shared/fields/email/email.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { diffRichText } from '../../../shared/fields/richText/diff-nodes.ts'
import { fromMarkdown } from '../../../shared/fields/richText/from-markdown.ts'
import { safeAddress } from '../../../shared/fields/richText/links.ts'
import { toHtml, toMarkdown } from '../../../shared/fields/richText/show.ts'
import { calls, MANY_AT_MOST } from '../../../shared/ipc.ts'
import { isJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { retryAfterMs } from '../../../shared/sync/delays.ts'
import type { Growth, GrowthOf, Sizes } from './growth.ts'

/** Start, repeated piece, and end of an input. */
type Worst = readonly [start: string, piece: string, end: string]

/** The limit of a reader, from the product's own constant. */
export type Limit = {
  name: string
  most: number
  /** The limit counts pieces instead of characters. */
  counts?: 'pieces'
  /** Returns if an otherwise valid input of this size is accepted. */
  takes: (size: number) => unknown
}

/** A parser of untrusted bytes, by its row in docs/security.md, with its worst inputs. */
export type Reader = {
  row: string
  read: (text: string) => unknown
  /** Absent: a text is read whole, whatever its length. */
  limit?: Limit
  /** Size from which inputs are read by another algorithm: both are measured. */
  turnsAt?: number
  /** Below so many characters a limit of the product bounds the work, which may be quadratic up to there. */
  boundedTo?: number
  worst: readonly Worst[]
}

/**
 * Returns `start`, repeated `piece` and `end`. `size`: the length of the whole at most, or, if pieces are counted, how
 * often `piece` is repeated.
 */
function grown([start, piece, end]: Worst, size: number, counts?: Limit['counts']): string {
  const room = Math.max(0, size - start.length - end.length)
  return start + piece.repeat(counts === 'pieces' ? size : Math.floor(room / piece.length)) + end
}

/**
 * Measures the growth of a reader's work, up to its limit, beyond which input is refused. `times`: ratio of the sizes
 * if it is measured above `sizes.most`.
 */
export async function growthOfReader(
  growthOf: GrowthOf,
  reader: Reader,
  worst: Worst,
  sizes: Sizes & { times: number },
): Promise<Growth> {
  const { read, limit, turnsAt } = reader
  const input = (size: number): string => grown(worst, size, limit?.counts)
  const growthFrom = (from: number): Promise<Growth> =>
    growthOf(read, input, { from, most: Math.max(sizes.most, sizes.times * from) })
  if (turnsAt !== undefined) {
    const short = await growthOf(read, input, { ...sizes, most: Math.min(sizes.most, turnsAt) })
    const long = await growthFrom(Math.max(sizes.from, turnsAt + 1024))
    return short.ratio > long.ratio ? short : long
  }
  if (limit === undefined) return growthFrom(Math.max(sizes.from, reader.boundedTo ?? 0))
  // The parts around the pieces count as well.
  const most = Math.min(sizes.most, limit.most - (limit.counts === 'pieces' ? 4 : 0))
  return growthOf(read, input, { from: Math.min(sizes.from, Math.floor(most / 4)), most })
}

const limitOf =
  <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  (name: Name, takes: Limit['takes'], counts?: 'pieces'): Limit => ({
    name,
    most: limits[name],
    takes,
    ...(counts && { counts }),
  })
const ofApp = limitOf(LIMITS)
const ofCompanion = limitOf(COMPANION)

/** Returns `start` padded with letters to the size. */
const long = (start: string, size: number): string => start.padEnd(size, 'a')

const textNode = (text: string): Json => ({ type: 'text', text, format: 1, version: 1 })
const paragraph = (children: Json[]): Json => ({ type: 'paragraph', version: 1, children })
const richText = (text: string): Json => ({
  root: {
    type: 'root',
    children: [paragraph([textNode(text)]), paragraph([{ ...Object(textNode(text)), format: 0 }])],
  },
})
const noWords = (): string => ''
const newId = (): string => 'a'.repeat(24)

const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']

const policyFile = join(mkdtempSync(join(tmpdir(), 'galley-hostile-')), 'policy.json')

async function body(text: string): Promise<Json | undefined> {
  const reading = jsonBody()
  reading.add(Buffer.from(text))
  return reading.end()
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const CHANGE = '{"kind":"set","locale":null,"path":"a","from":null,"to":{"a":[0]}}'
const COMMIT = { ref: { kind: 'collection', slug: 'a', id: 'a' }, mode: 'save', locale: null }

/** The page around a preview, with messages from the preview. */
const previewFrame = (() => {
  const contentWindow = {}
  let hear = (_message: object): void => {}
  runInNewContext(FRAME_SCRIPT, {
    document: { querySelector: () => ({ contentWindow }) },
    addEventListener: (_name: string, listener: typeof hear) => (hear = listener),
  })
  return { say: (data: object) => hear({ source: contentWindow, data }) }
})()

/** Closes all open brackets. */
const closed = (text: string): string =>
  `${text}0${Array.from(text.matchAll(/[[{]/g), ([sign]) => (sign === '[' ? ']' : '}'))
    .toReversed()
    .join('')}`

/** Parses nested lists. */
const nestedIsJson = (text: string): boolean => isJson(parsed(`[${closed(text)}]`))

function policyIn(text: string): Policy {
  writeFileSync(policyFile, text)
  return decidePolicy([readPolicyFile(policyFile)], {}).policy
}

const frameOf = (stack: string): string => firstFrame(Object.assign(new Error('x'), { stack }))

/** Resolves to true if the companion's endpoints accept a body, from a user of the app. */
function isBodyTaken(text: string): Promise<boolean> {
  const { headers, body: sent } = new Request('http://cms.test/', { method: 'POST', body: text })
  const config = { admin: { user: 'users' } }
  const req = {
    user: { id: 1, collection: 'users' },
    headers,
    body: sent,
    payload: { config, collections: {} },
  }
  return asked(req as unknown as PayloadRequest).then(
    () => true,
    () => false,
  )
}

function bodyTextOf(text: string, most?: number): boolean {
  try {
    return optionalText({ text }, 'text', most) === text
  } catch {
    return false
  }
}

const fingerprinted = (contentType: string) => (text: string) => {
  const init = { method: 'POST', headers: { 'content-type': contentType }, body: text }
  const req = Object.assign(new Request('http://cms.test/api/media', init), {
    pathname: '/api/media',
    search: '',
    payload: { secret: 'secret' },
  })
  return fingerprintOf(req as unknown as PayloadRequest).ofUnread()
}

const NO_EXTRAS = { localized: true, required: false, hidden: false, disabled: false, label: null }
/** A schema with nested rows, blocks and references. */
const rowsSchema = (() => {
  const value = (type: string, name: string, more: object = {}) => ({ type, name, ...NO_EXTRAS, ...more })
  const fields: unknown[] = [
    value('text', 'tags', { hasMany: true }),
    value('relationship', 'to', { relationTo: ['posts', 'pages'], polymorphic: true, hasMany: true }),
    value('blocks', 'layout', { localized: false, blocks: [{ slug: 'b', fields: [value('json', 'c')] }] }),
  ]
  fields.push(value('array', 'rows', { localized: false, fields }))
  return fields as Field[]
})()

function comparedParts(older: JsonObject, newer: JsonObject): ComparedPart[] {
  const codes = ['en', 'de']
  const locales = { all: codes, shown: codes }
  return compareDocuments({ fields: rowsSchema, locales, mayRead: () => true }, older, newer)
}

function comparedWith(older: JsonObject, newer: JsonObject): unknown {
  const whole = comparedParts(older, newer)
  const modified = onlyModified(whole)
  return [comparedRefs(fieldTypes, whole), changeEntries(modified)]
}

/** Compares rows in two orders, as an array and as blocks. */
function compared(text: string): unknown {
  const rows = parsed(`[${text}{"id":"last"}]`)
  if (!isJson(rows) || !Array.isArray(rows)) return null
  return comparedWith({ rows, layout: rows.slice(1) }, { rows: rows.toReversed(), layout: rows })
}

/** Returns the second half in front of the first. */
const turned = (text: string): string => text.slice(text.length / 2) + text.slice(0, text.length / 2)

/** All readers that need neither a window nor a site. */
export const READERS: readonly Reader[] = [
  {
    row: 'Addresses that go to the system',
    read: externalUrl,
    limit: ofApp('externalAddress', (size) => externalUrl('tel:'.padEnd(size, '1')) !== null),
    worst: [
      ['tel:', '1', 'x'],
      ['mailto:', 'a@', ''],
      ['mailto:a@b.c?', 'subject=%0a&', ''],
    ],
  },
  {
    row: 'Addresses of links',
    read: (text) => [safeAddress(text), addressOf(text), completeAddress(text)],
    worst: [
      ['', ' ', 'x'],
      ['https://', '/', 'x'],
      ['a@', 'a-', '!'],
      ['www.', 'a.', '!'],
      ['https://a.example/', ')', 'x'],
    ],
  },
  {
    row: 'Addresses of links',
    read: (text) => [addressOf(text), completeAddress(text)],
    limit: ofApp('mailAddress', (size) => {
      const host = `${'a'.repeat(63)}.`.repeat(4)
      return addressOf(`${'a'.repeat(size - 1 - host.length - 'io'.length)}@${host}io`) !== null
    }),
    worst: [
      ['', 'a', '@'],
      ['a@', 'a-', '!'],
      ['a@', 'a.', '!'],
      ['a@', 'a', '!'],
    ],
  },
  {
    row: 'Address of a server',
    read: normaliseAddress,
    limit: ofApp('serverAddress', (size) => normaliseAddress(long('https://a.example/', size)).ok),
    worst: [
      ['https://a.example', '/', 'x'],
      ['https://a.example', '/admin', 'x'],
      ['', 'a', ''],
    ],
  },
  {
    row: 'Headers of an answer',
    read: (text) => {
      const headers = responseHeaders({
        'set-cookie': [text, text],
        'retry-after': text,
        'content-disposition': text,
      })
      return [
        tokenOfCookies(headers.getSetCookie(), 'payload'),
        retryAfterMs(headers.get('retry-after'), text.slice(0, 16_384)),
        fileNameIn(headers.get('content-disposition')),
      ]
    },
    limit: ofApp('header', (size) => responseHeaders({ a: long('', size) }).has('a')),
    worst: [
      ['', ';', ''],
      ['Mon, ', 'GMT', 'x'],
      ['', 'filename="', ''],
      ['', "filename*=UTF-8''", ''],
    ],
  },
  {
    row: 'Headers of an answer',
    read: (text) => responseHeaders({ 'set-cookie': text.split(',') }).getSetCookie(),
    limit: ofApp(
      'headers',
      (size) => responseHeaders({ 'set-cookie': Array(size).fill('a=b') }).getSetCookie().length === size,
      'pieces',
    ),
    worst: [['', `a=${'b'.repeat(500)},`, '']],
  },
  {
    row: 'Places where a storage takes a file',
    read: (text) => isStoragePlace(text, 'https://cms.example'),
    limit: ofApp('uploadAddress', (size) =>
      isStoragePlace(long('https://bucket.example/', size), 'https://cms.example'),
    ),
    worst: [
      ['https://', 'a.', ''],
      ['https://', '0:', ']'],
      ['https://bucket.example/', '%0a', ''],
    ],
  },
  {
    row: 'Places where a storage takes a file',
    read: (text) =>
      storageHeaders(Object.fromEntries(text.split(',').map((value, at) => [`x-amz-${at}`, value]))),
    limit: ofApp(
      'uploadHeaders',
      (size) => {
        const given = Object.fromEntries(Array.from({ length: size }, (_one, at) => [`x-amz-${at}`, 'a']))
        return Object.keys(storageHeaders(given)).length === size
      },
      'pieces',
    ),
    worst: [['', `${'a'.repeat(500)},`, '']],
  },
  {
    row: 'Tokens',
    read: readToken,
    worst: [
      ['a.', 'e30', ''],
      ['', '.', ''],
    ],
  },
  {
    row: 'Answers in JSON',
    read: body,
    turnsAt: SMALL_BODY,
    worst: [
      ['', '[', ''],
      ['', '{"a":', ''],
      ['[', '0,', '0]'],
      ['["', '\\u0000', '"]'],
      ['[', '{"__proto__":{}},', '0]'],
    ],
  },
  {
    row: 'Values of IPC, of the database and of files',
    read: (text) => isJson(parsed(text)),
    worst: [
      ['[', '[],', '0]'],
      ['{"a":[', '{"b":1},', '0]}'],
    ],
  },
  {
    row: 'Values of IPC, of the database and of files',
    read: nestedIsJson,
    limit: ofApp('depth', (size) => nestedIsJson('['.repeat(size)), 'pieces'),
    worst: [
      ['', '[', ''],
      ['', '[0,', ''],
    ],
  },
  {
    row: 'Values of IPC, of the database and of files',
    read: (text) => v.is(calls['drafts.commit'].input, { ...COMMIT, changes: parsed(`[${text}${CHANGE}]`) }),
    worst: [
      ['', `${CHANGE},`, ''],
      ['', '{"kind":"none"},', ''],
      ['{"kind":"rows","locale":null,"path":"a","from":[],"to":[', '"a",', '"a"],"added":{},"removed":{}},'],
    ],
  },
  {
    row: 'Values of IPC, of the database and of files',
    read: (text) => {
      const rows = Object.fromEntries(text.split(',').map((one, at) => [`${one}${at}`, {}]))
      const change = { kind: 'rows', locale: null, path: 'a', from: [], to: [], added: rows, removed: {} }
      return [
        v.is(calls['drafts.commit'].input, { ...COMMIT, changes: [change] }),
        v.is(calls['outbox.retry'].input, { key: 'a', choices: rows }),
      ]
    },
    worst: [['', `${'a'.repeat(60)},`, '']],
  },
  {
    row: 'Values of IPC, of the database and of files',
    read: (text) =>
      v.is(calls['documents.editMany'].input, {
        ...COMMIT,
        slug: 'a',
        ids: Array(MANY_AT_MOST).fill('a'),
        values: parsed(`[${text}{"path":"a","locale":null,"value":0}]`),
      }),
    worst: [
      ['', '{"path":"a","locale":null,"value":{"a":[0]}},', ''],
      ['', '{"path":"a","value":[]},', ''],
    ],
  },
  {
    row: 'Messages of previewed pages',
    read: (text) => {
      previewFrame.say({ type: text, ready: text })
      previewFrame.say({ type: 'payload-live-preview', ready: parsed(`[${text}0]`) })
      return frameCall('post', text, 'https://a.example')
    },
    worst: [
      ['', '0,', ''],
      ['', '\\', ''],
      ['', '"', ''],
    ],
  },
  {
    row: 'Policy file',
    read: policyIn,
    limit: ofApp(
      'policy',
      (size) => policyIn('{"keepDocuments":"all"}'.padEnd(size)).keepDocuments === 'all',
    ),
    worst: [
      ['', ' ', ''],
      ['{"spelling":{"dictionaries":"https://a.example/', 'a/', '"}}'],
    ],
  },
  {
    row: 'Errors for the log',
    read: frameOf,
    worst: [
      ['', '    at \n', ''],
      ['', `${long('    at ', 990)}\n`, ''],
    ],
  },
  {
    row: 'Errors for the log',
    read: frameOf,
    limit: ofApp('stackLine', (size) => frameOf(`    at ${'a'.repeat(size - 18)} (a.js:1:2)`) !== ''),
    worst: [
      ['at ', 'a', ''],
      ['at ', 'a', '!'],
      ['', '    at a', ''],
      ['at ', '.js:', ''],
    ],
  },
  {
    row: 'Pictures',
    read: (text) => {
      const head = Buffer.from(text, 'latin1')
      return [pictureType(head), ...PICTURES.map((type) => pictureSize(head, type))]
    },
    worst: [
      ['', ' ', '<svg'],
      ['\xff\xd8', '\xff', ''],
      ['\xff\xd8', '\xff\xe0\x00\x00', ''],
      ['    ftypavif', 'ispe', ''],
    ],
  },
  {
    row: 'Rich text',
    read: (text) => [toMarkdown(richText(text), noWords), toHtml(richText(text), noWords)],
    worst: [
      ['a', ' ', 'b'],
      ['', '\n', 'b'],
      ['', '\u2028', 'b'],
      ['', '#', ''],
      ['', '<', ''],
    ],
  },
  {
    row: 'Pasted text and Markdown',
    read: (text) => [
      looksLikeMarkdown(text),
      fromPlain(text, { format: 0, autoLinks: true }),
      fromMarkdown(text, newId),
    ],
    worst: [
      ['', '\u2028', '-'],
      ['', '\r', '-'],
      ['', ' ', '-'],
      ['', '[', ''],
      ['', '[](', ''],
      ['', '[a](b', ''],
      ['', '*', ''],
      ['', '**a ', ''],
      ['', '*a', ''],
      ['', '`', ''],
      ['', '`a', ''],
      ['', '- ', ''],
      ['', '\n', ''],
      ['', '    - a\n', ''],
      ['', 'a@', ''],
      ['', 'www.', ''],
      ['http://', ')', ''],
      ['http://a', '&amp;', ''],
    ],
  },
  {
    row: 'Pasted text and Markdown',
    read: findAddresses,
    worst: [
      ['', 'a', '@'],
      ['', 'https://', ''],
      ['www.', 'a.', '@'],
    ],
  },
  {
    row: 'Values of fields',
    read: (text) => [emailPattern.test(text), slugLabels(text)],
    worst: [
      ['', '1', 'x'],
      ['', 'a', ''],
      ['a@', 'a.', '!'],
      ['a@', 'a-', '!'],
      ['', '..', '@'],
      ['', 'A', ''],
      ['', ' ', 'x'],
    ],
  },
  {
    row: 'Values of fields',
    read: (text) => readNumber('en-US', text),
    limit: ofApp('number', (size) => readNumber('en-US', '1.'.padEnd(size, '0')).kind === 'number'),
    worst: [
      ['', '1', 'x'],
      ['1', ',111', 'x'],
      ['', '.', ''],
      ['', ' ', 'x'],
      ['', '\u0660', 'x'],
      ['', '1', 'e'],
    ],
  },
  {
    row: 'Texts that are searched',
    read: (text) => foundIn(findInText('aab', 'en'), text),
    // A shorter text without a match is not read character by character.
    boundedTo: 16_384,
    worst: [
      ['', 'a', ''],
      ['', '\u0301', 'a'],
      ['', '\u0640', 'b'],
      ['a', '\u0301', ''],
    ],
  },
  {
    row: 'Two versions beside each other',
    read: compared,
    worst: [
      ['', '{},', ''],
      ['', '0,[],', ''],
      ['', '{"id":"a","blockType":"b","c":{"en":0,"de":[]},"to":[{"relationTo":"posts","value":1}]},', ''],
    ],
  },
  {
    row: 'Two versions beside each other',
    read: compared,
    limit: ofApp(
      'comparedRows',
      (size) => {
        const rows = Array.from({ length: size }, (): Json => ({}))
        return comparedParts({ rows }, { rows: [] }).some(
          ({ kind, key }) => kind === 'rows' && key === '/rows',
        )
      },
      'pieces',
    ),
    worst: [['', '{},', '']],
  },
  {
    row: 'What is drawn of a comparison',
    read: (text) => compared(`${closed(text)},`),
    limit: ofApp('comparedParts', (size) => drawnAtOnce(size, 1) === size, 'pieces'),
    worst: [['', '{"rows":[', '']],
  },
  {
    row: 'Two versions beside each other',
    // Names that are not in the schema.
    read: (text) => {
      const strange = Object.fromEntries(text.split(',').map((name, at) => [`${name}${at}`, { en: at }]))
      return comparedWith({ ...strange, rows: [strange] }, { rows: [{ id: 'a', ...strange }] })
    },
    worst: [['', `${'a'.repeat(60)},`, '']],
  },
  {
    row: 'Texts that are compared by character',
    read: (text) => [diffCharacters(text, turned(text)), diffCharacters(text, `${text}x`)],
    limit: ofApp('comparedText', (size) => {
      const half = Math.ceil(size / 2)
      const { before } = diffCharacters(long('a ', size - half), `${long('a ', half - 1)}b`)
      return before.some(({ isShared }) => isShared)
    }),
    worst: [
      ['', 'a', 'b'],
      ['', 'a ', 'b'],
      ['', '\u0301', 'a'],
      ['', '\u{1F469}\u200D', 'a'],
      ['', 'a\n', ''],
      ['', '\u200B', ''],
    ],
  },
  {
    row: 'Lists and lines that are compared one by one',
    read: (text) => [diffLines(text, turned(text)), diffLines(text, '')],
    // Lines beyond LIMITS.comparedEdits are not compared.
    boundedTo: 8192,
    worst: [
      ['', '\n', 'a'],
      ['', '\r', '\n'],
      ['', 'a\nb\n', ''],
    ],
  },
  {
    row: 'Lists and lines that are compared one by one',
    read: (text) => commonPairs(['x'], text.split(',')),
    limit: ofApp(
      'comparedEdits',
      (size) =>
        commonPairs(
          ['x'],
          Array<string>(size + 1)
            .fill('a')
            .with(1, 'x'),
        ).length === 1,
      'pieces',
    ),
    worst: [['x', ',a', ',']],
  },
  {
    row: 'Rich text of two versions',
    // Words beyond LIMITS.comparedEdits are not compared.
    boundedTo: 65_536,
    read: (text) => {
      const words = text.split(',')
      const old = words.map((word, at) => paragraph([textNode(`${word}${at}`)]))
      const now = words.map((word, at) => paragraph([textNode(`${word}${-at}`), textNode(word)]))
      return [
        diffRichText({ root: { children: old } }, { root: { children: now } }),
        diffRichText({ root: { children: old } }, { root: { children: [] } }),
      ]
    },
    worst: [['', `${'a'.repeat(60)},`, '']],
  },
  {
    row: 'Rich text of two versions',
    // Words beyond LIMITS.comparedEdits are not compared.
    boundedTo: 65_536,
    read: (text) => {
      const link = (word: string, at: number): Json => ({
        type: 'link',
        version: 3,
        fields: { linkType: 'custom', url: `https://a.example/${at}` },
        children: [textNode(word)],
      })
      const words = text.split(',').map((word, at) => `${word}${at} `)
      return [
        compareNodes(paragraph(words.map(link)), paragraph(words.toReversed().map(link))),
        compareNodes(paragraph(words.map(link)), paragraph(words.slice(1).map(textNode))),
      ]
    },
    worst: [['', `${'a'.repeat(60)},`, '']],
  },
  {
    row: 'What is kept of versions',
    read: (text) => [
      applyDelta(text, textDelta(text, turned(text))),
      applyDelta('', textDelta('', text)),
      applyDelta(text, textDelta(text, `${text.slice(0, text.length / 2)}x${text.slice(text.length / 2)}`)),
    ],
    worst: [
      ['', 'a', 'b'],
      ['', 'ab', 'c'],
      ['', `${'a'.repeat(23)}b`, 'c'],
      ['', `${'a'.repeat(24)}b`, 'c'],
      ['', '{"id":"000000000000000000000001"},', ''],
    ],
  },
  {
    row: "Bodies of the companion's endpoints",
    read: isBodyTaken,
    limit: ofCompanion('body', (size) => isBodyTaken(`{"a":"${long('', size - 8)}"}`)),
    worst: [
      ['{"a":"', 'a', '"}'],
      ['{"a":"', '\\u0000', '"}'],
      ['', ' ', '{}'],
    ],
  },
  {
    row: "Bodies of the companion's endpoints",
    read: isBodyTaken,
    // The body and its list are values themselves.
    limit: ofCompanion('values', (size) => isBodyTaken(`{"a":[${'0,'.repeat(size - 3)}0]}`), 'pieces'),
    worst: [['{"a":[', '0,', '0]}']],
  },
  {
    row: "Bodies of the companion's endpoints",
    read: isBodyTaken,
    limit: ofCompanion('rows', (size) => isBodyTaken(`{"a":[${'{},'.repeat(size - 1)}{}]}`), 'pieces'),
    worst: [
      ['{"a":[', '{},', '0]}'],
      ['{"a":[', `{${Array.from({ length: 40 }, (_one, at) => `"${at}":0`).join()}},`, '0]}'],
    ],
  },
  {
    row: "Bodies of the companion's endpoints",
    read: (text) => isBodyTaken(closed(text)),
    limit: ofCompanion('depth', (size) => isBodyTaken(closed('{"a":'.repeat(size))), 'pieces'),
    worst: [['', '{"a":', '']],
  },
  {
    row: "Bodies of the companion's endpoints",
    read: (text) => optionalText({ text }, 'text'),
    limit: ofCompanion('name', (size) => bodyTextOf(long('', size))),
    worst: [['', 'a', '']],
  },
  {
    row: 'Texts that addresses are made of (companion)',
    read: slugify,
    limit: ofCompanion('slugText', (size) => bodyTextOf(long('', size), COMPANION.slugText)),
    worst: [
      ['', ' ', 'a'],
      ['a', ' ', 'a'],
      ['', '!', 'a'],
    ],
  },
  {
    row: 'Forms under a key (companion)',
    read: fingerprinted('multipart/form-data; boundary=a'),
    worst: [
      ['', 'a', ''],
      ['', 'aa--', ''],
    ],
  },
  {
    row: 'Forms under a key (companion)',
    read: fingerprinted('multipart/form-data; boundary=a'),
    limit: ofCompanion(
      'boundaries',
      async (size) => {
        const of = (boundary: string): Promise<string> =>
          fingerprinted(`multipart/form-data; boundary=${boundary}`)(boundary.repeat(size))
        return (await of('b')) === (await of('c'))
      },
      'pieces',
    ),
    worst: [
      ['', 'a', ''],
      ['', `a${'b'.repeat(400)}`, ''],
    ],
  },
  {
    row: 'Forms under a key (companion)',
    // A header allows no other characters.
    read: (text) => {
      const boundary = text.replaceAll(/[^!-~]/gu, 'a')
      return fingerprinted(`multipart/form-data; boundary=${boundary}`)(boundary.repeat(100))
    },
    limit: ofCompanion('boundary', async (size) => {
      const of = (boundary: string): Promise<string> =>
        fingerprinted(`multipart/form-data; boundary=${boundary}`)(`--${boundary}--`)
      return (await of('b'.repeat(size))) === (await of('c'.repeat(size)))
    }),
    worst: [['', 'a', '']],
  },
  {
    row: 'Schema paths (companion)',
    read: isSchemaPath,
    limit: ofCompanion('schemaPath', (size) => isSchemaPath(long('', size))),
    worst: [['', 'a', '']],
  },
  {
    row: 'Schema paths (companion)',
    read: isSchemaPath,
    limit: ofCompanion('schemaSegments', (size) => isSchemaPath('a.'.repeat(size - 1) + 'a'), 'pieces'),
    worst: [['', 'a.', '']],
  },
  {
    row: 'Answers of the companion',
    read: (text) => jsonSafe(parsed(text)),
    worst: [
      ['[', '{"a":[]},', '0]'],
      ['[', `${'['.repeat(COMPANION.depth)}${']'.repeat(COMPANION.depth)},`, '0]'],
    ],
  },
]
