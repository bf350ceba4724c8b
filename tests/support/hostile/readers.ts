import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pictureSize } from '../../../main/files/picture-size.ts'
import { pictureType } from '../../../main/files/picture-type.ts'
import { silentLog } from '../../../main/log.ts'
import { firstFrame } from '../../../main/first-frame.ts'
import { normaliseAddress } from '../../../main/server/address.ts'
import { fileNameIn } from '../../../main/server/fetch-file.ts'
import { jsonBody } from '../../../main/server/parse-json.ts'
import { responseHeaders } from '../../../main/server/response-headers.ts'
import { readToken, tokenOfCookies } from '../../../main/server/token.ts'
import { readPolicy } from '../../../main/settings/policy.ts'
import { looksLikeMarkdown, fromPlain } from '../../../renderer/richtext/features/clipboard/from-plain.ts'
import {
  addressOf,
  completeAddress,
  findAddresses,
} from '../../../renderer/richtext/features/links/addresses.ts'
import { findInText, foundIn } from '../../../renderer/screens/edit/find/find-in-text.ts'
import { readNumber } from '../../../renderer/i18n/numbers.ts'
import { fingerprintOf } from '../../../server/plugin/idempotency/fingerprint.ts'
import { jsonSafe } from '../../../server/plugin/json-safe.ts'
import { isSchemaPath } from '../../../server/plugin/schema/schema-path.ts'
import { slugLabels } from '../../../shared/cms/slug-labels.ts'
import { externalUrl } from '../../../shared/external-url.ts'
import { emailPattern } from '../../../shared/fields/email/email-pattern.ts'
import { fromMarkdown } from '../../../shared/fields/richText/from-markdown.ts'
import { safeAddress } from '../../../shared/fields/richText/links.ts'
import { toHtml } from '../../../shared/fields/richText/to-html.ts'
import { toMarkdown } from '../../../shared/fields/richText/to-markdown.ts'
import { isJson, type Json } from '../../../shared/json.ts'
import { retryAfterMs } from '../../../shared/sync/retry-after.ts'

/** A place where bytes of strangers are read, by its row in docs/security.md, and what is worst for it. */
export type Reader = {
  row: string
  read: (text: string) => unknown
  /** Beginning, what is repeated, and end. */
  worst: readonly (readonly [start: string, piece: string, end: string])[]
}

/** `start`, so many characters of `piece`, `end`. */
export function grown([start, piece, end]: Reader['worst'][number], characters: number): string {
  return start + piece.repeat(Math.ceil(characters / piece.length)) + end
}

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

const fingerprinted = (contentType: string) => (text: string) => {
  const init = { method: 'POST', headers: { 'content-type': contentType }, body: text }
  const req = Object.assign(new Request('http://cms.test/api/media', init), {
    pathname: '/api/media',
    search: '',
    payload: { secret: 'secret' },
  })
  return fingerprintOf(req as unknown as Parameters<typeof fingerprintOf>[0]).ofUnread()
}

/** All that can be tried without a window and without a site. */
export const READERS: readonly Reader[] = [
  {
    row: 'Addresses that go to the system',
    read: externalUrl,
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
    row: 'Address of a server',
    read: normaliseAddress,
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
    worst: [
      ['', ';', ''],
      ['Mon, ', 'GMT', 'x'],
      ['', 'filename="', ''],
      ['', "filename*=UTF-8''", ''],
    ],
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
    row: 'Policy file',
    read: (text) => {
      writeFileSync(policyFile, text)
      return readPolicy(silentLog, policyFile)
    },
    worst: [
      ['', ' ', ''],
      ['{"spelling":{"dictionaries":"https://a.example/', 'a/', '"}}'],
    ],
  },
  {
    row: 'Errors for the log',
    read: (text) => firstFrame(Object.assign(new Error('x'), { stack: text })),
    worst: [
      ['at ', 'a', ''],
      ['', '    at a', ''],
      ['', '    at \n', ''],
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
    read: (text) => [emailPattern.test(text), readNumber('en-US', text), slugLabels(text)],
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
    row: 'Texts that are searched',
    read: (text) => foundIn(findInText('aab', 'en'), text),
    worst: [
      ['', 'a', ''],
      ['', '\u0301', 'a'],
      ['', '\u0640', 'b'],
      ['a', '\u0301', ''],
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
    row: 'Schema paths (companion)',
    read: isSchemaPath,
    worst: [['', '.', '']],
  },
  {
    row: 'Answers of the companion',
    read: (text) => jsonSafe(parsed(text)),
    worst: [['[', '{"a":[]},', '0]']],
  },
]
