import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/check-walls.mjs', import.meta.url))
const trees: string[] = []

/** Runs the check as the lint does, on a tree of the given files or on this checkout. */
function check(files?: Record<string, string>) {
  const args = [script]
  if (files) {
    const tree = mkdtempSync(join(tmpdir(), 'galley-walls-'))
    trees.push(tree)
    args.push(tree)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
  }
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, lines: stderr.split('\n').filter((line) => line !== '') }
}

afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
})

/** Violations: the file, its text, the message. */
const crossings: [file: string, text: string, words: string][] = [
  ['shared/to-main.ts', `import { a } from '../main/a.ts'`, 'shared must not import "../main/a.ts"'],
  [
    'shared/sync/to-renderer.ts',
    `export * from '../../renderer/b.ts'`,
    'shared must not import "../../renderer/b.ts"',
  ],
  [
    'main/store/queue/to-sql.ts',
    `import { all, parseJson } from '../tables/sql.ts'`,
    'SQL belongs in main/store/tables, main/store/lists, main/store/durability only',
  ],
  [
    'main/store/queue/to-all-of-sql.ts',
    `import * as sql from '../tables/sql.ts'`,
    'SQL belongs in main/store/tables, main/store/lists, main/store/durability only',
  ],
  [
    'main/store/queue/to-prepare.ts',
    `export const read = (db: Db) => db.prepare('SELECT 1').get()`,
    'SQL belongs in main/store/tables, main/store/lists, main/store/durability only',
  ],
  ['shared/to-node.ts', `import { join } from 'node:path'`, 'shared must not import "node:path"'],
  [
    'shared/to-bare-node.ts',
    `import { readFile } from 'fs/promises'`,
    'shared must not import "fs/promises"',
  ],
  ['shared/to-electron.ts', `import type { App } from 'electron'`, 'shared must not import "electron"'],
  ['shared/to-react.ts', `import { useState } from 'react'`, 'shared must not import "react"'],
  [
    'shared/to-unnamed.ts',
    `export const load = (name: string) => import(name)`,
    'shared must name what it imports',
  ],
  ['renderer/to-electron.tsx', `import { shell } from 'electron'`, 'renderer must not import "electron"'],
  [
    'renderer/to-electron-type.ts',
    `export type A = import('electron').App`,
    'renderer must not import "electron"',
  ],
  [
    'renderer/to-electron-part.ts',
    `import 'electron/renderer'`,
    'renderer must not import "electron/renderer"',
  ],
  ['renderer/to-node.ts', `export const fs = import('node:fs')`, 'renderer must not import "node:fs"'],
  [
    'renderer/to-sqlite.ts',
    `import Database from 'better-sqlite3'`,
    'renderer must not import "better-sqlite3"',
  ],
  [
    'renderer/app/to-main.ts',
    `export { a } from '../../main/a.ts'`,
    'renderer must not import "../../main/a.ts"',
  ],
  [
    'renderer/to-preload.ts',
    `import '../preload/index.ts?raw'`,
    'renderer must not import "../preload/index.ts?raw"',
  ],
  ['renderer/to-root.ts', `import '/main/a.ts'`, 'renderer must not import "/main/a.ts"'],
  ['renderer/to-cms.ts', `import type { Where } from 'payload'`, 'renderer must not import "payload"'],
  ...[
    ['ui', 'data'],
    ['ui', 'screens'],
    ['i18n', 'data'],
    ['data', 'app'],
    ['data', 'screens'],
    ['data', 'fields'],
    ['data', 'form'],
    ['data', 'sync'],
    ['data', 'commands'],
    ['commands', 'form'],
    ['form', 'app'],
    ['form', 'screens'],
    ['form', 'fields'],
    ['fields', 'app'],
    ['fields', 'screens'],
    ['fields', 'richtext'],
    ['unsent', 'richtext'],
    ['richtext', 'screens'],
    ['sync', 'app'],
    ['sync', 'screens'],
    ['unsent', 'screens'],
    ['form', 'unsent'],
    ['ui', 'sign-in'],
    ['data', 'local-data'],
    ['screens', 'app'],
    ['app', 'unnamed'],
  ].map(([from, to]): [string, string, string] => [
    `renderer/${from}/to-${to}.ts`,
    `import type { A } from '../${to}/a.ts'`,
    `renderer/${from} must not import "../${to}/a.ts"`,
  ]),
  [
    'renderer/screens/outbox/to-edit.ts',
    `import type { A } from '../edit/a.ts'`,
    'renderer/screens/outbox must not import "../edit/a.ts"',
  ],
  [
    'renderer/screens/edit/parts/to-list.ts',
    `import styles from '../../list/list.module.css'`,
    'renderer/screens/edit/parts must not import "../../list/list.module.css"',
  ],
  ['renderer/app/to-entry.ts', `import '../main.tsx'`, 'renderer/app must not import "../main.tsx"'],
  [
    'renderer/fields/text/to-modules.ts',
    `import '../../app/field-modules.ts'`,
    'renderer/fields/text must not import "../../app/field-modules.ts"',
  ],
  [
    'renderer/screens/edit/to-types.ts',
    `import '../../../shared/fields/registry.ts'`,
    'renderer/screens/edit must not import "../../../shared/fields/registry.ts"',
  ],
  [
    'renderer/screens/edit/by-name.ts',
    `export const isText = (field: { type: string }) => field.type === 'richText'`,
    'renderer must ask the contract of a field type, not for richText',
  ],
  [
    'shared/sync/by-name.ts',
    `export const isOther = (field: { type: string }) => 'richText' !== field.type`,
    'shared must ask the contract of a field type, not for richText',
  ],
  [
    'shared/sync/by-case.ts',
    `export function f(type: string) { switch (type) { case 'richText': return 1; default: return 0 } }`,
    'shared must ask the contract of a field type, not for richText',
  ],
  [
    'main/store/by-set.ts',
    `export const held: ReadonlySet<string> = new Set(['json', 'richText'])`,
    'main must ask the contract of a field type, not for richText',
  ],
  [
    'renderer/form/by-argument.ts',
    `export const is = (type: string) => Object.is(type, 'richText')`,
    'renderer must ask the contract of a field type, not for richText',
  ],
  [
    'shared/sync/first.ts',
    `import type { B } from './second.ts'`,
    'is in a circle: shared/sync/first.ts → shared/sync/second.ts → shared/sync/third.ts → shared/sync/first.ts',
  ],
  [
    'tests/unit/alone.ts',
    `export const own = import('./alone.ts')`,
    'is in a circle: tests/unit/alone.ts → tests/unit/alone.ts',
  ],
  [
    'shared/fields/text/to-registry.ts',
    `import '../registry.ts'`,
    'shared/fields/text must not import "../registry.ts"',
  ],
  [
    'shared/cms/to-registry.ts',
    `export const r = import('../fields/registry.ts')`,
    'shared/cms must not import "../fields/registry.ts"',
  ],
  [
    'shared/document/to-registry.ts',
    `import type { R } from '../fields/registry.ts'`,
    'shared/document must not import "../fields/registry.ts"',
  ],
  ['main/to-renderer.ts', `import '../renderer/b.ts'`, 'main must not import "../renderer/b.ts"'],
  [
    'main/to-preload.ts',
    'export const p = import(`../preload/index.ts`)',
    'main must not import "../preload/index.ts"',
  ],
  [
    'main/to-server.ts',
    `import '../server/plugin/index.ts'`,
    'main must not import "../server/plugin/index.ts"',
  ],
  ['main/server/to-workspace.ts', `import '@galley/server'`, 'main must not import "@galley/server"'],
  ['main/to-cms.ts', `require('payload/shared')`, 'main must not import "payload/shared"'],
  ['main/to-cms-ui.ts', `import '@payloadcms/ui'`, 'main must not import "@payloadcms/ui"'],
  [
    'renderer/ui/a-sheet.tsx',
    `import { ModalOverlay } from 'react-aria-components'`,
    'ModalOverlay belongs in renderer/ui/modal-layer/ only',
  ],
  ['main/windows/raw.ts', `import { ipcMain } from 'electron'`, 'ipcMain belongs in main/ipc/ only'],
  [
    'main/ipc-but-not.ts',
    `import * as e from 'electron'; e.ipcMain.on('x', () => {})`,
    'ipcMain belongs in main/ipc/ only',
  ],
  [
    'main/windows/hidden.ts',
    `import * as e from 'electron'; e['ipcMain']`,
    'ipcMain belongs in main/ipc/ only',
  ],
  ['main/ipc/raw.ts', `import { ipcRenderer } from 'electron'`, 'ipcRenderer belongs in preload/ only'],
  ['preload/to-main.ts', `import '../main/a.ts'`, 'preload must not import "../main/a.ts"'],
  ['preload/to-node.ts', `import 'node:os'`, 'preload must not import "node:os"'],
  ['preload/to-package.ts', `import 'react'`, 'preload must not import "react"'],
  [
    'server/plugin/to-next.ts',
    `import { headers } from 'next/headers'`,
    'server/plugin must not import "next/headers"',
  ],
  [
    'server/plugin/to-next-admin.ts',
    `import '@payloadcms/next/layouts'`,
    'server/plugin must not import "@payloadcms/next/layouts"',
  ],
  [
    'server/plugin/to-demo.ts',
    `import '../demo/config.ts'`,
    'server/plugin must not import "../demo/config.ts"',
  ],
  ['server/demo/to-main.ts', `import '../../main/a.ts'`, 'server must not import "../../main/a.ts"'],
  ['main/broken.ts', `import {`, 'cannot be read'],
]

/** The rest of a cycle, which is reported once. */
const besides: Record<string, string> = {
  'shared/sync/second.ts': `export * from './third.ts'; import './further.ts'`,
  'shared/sync/third.ts': `import { a } from './first.ts'`,
  'shared/sync/further.ts': `import './first.ts'`,
}

/** Imports that look like violations and are none. */
const allowed: Record<string, string> = {
  'shared/main/deep.ts': `import * as v from 'valibot'; import { b } from '../sync/b.ts'; export const c = [v, b]`,
  'shared/sync/b.ts': `// import { app } from 'electron'\nexport const b = "import 'electron'"`,
  'renderer/main/a.tsx': `import { useState } from 'react'; import { b } from '../../shared/sync/b.ts'; import './a.css'`,
  'renderer/b.ts': `import { enTranslations } from '@payloadcms/translations/languages/en'; import i from '../resources/icon.svg'`,
  'renderer/main.tsx': `import { App } from './app/app.tsx'`,
  'renderer/app/app.tsx': `import '../screens/a.tsx'; import '../richtext/text.ts'; import '../../shared/fields/registry.ts'`,
  'renderer/screens/a.tsx': `import './b.tsx'; import '../unsent/a.ts'; import '../sync/a.ts'; import '../fields/text/text.tsx'; import '../data/a.ts'; import '../ui/a.tsx'`,
  'renderer/richtext/text.ts': `import '../fields/text/text.tsx'; export const is = (type: string) => type === 'richText'`,
  'renderer/fields/text/text.tsx': `import './more.ts'`,
  'renderer/fields/text/more.ts': `import './most.ts'`,
  'renderer/fields/text/most.ts': `export const is = (type: string) => type === 'text'`,
  'renderer/ui/modal-layer/a.tsx': `import { ModalOverlay } from 'react-aria-components'`,
  'renderer/ui/a.tsx': `import '../i18n/a.ts'; import '../../shared/sync/b.ts'`,
  'main/store/queue/b.ts': `import { parseJson, type Db } from '../tables/sql.ts'`,
  'main/store/tables/a.ts': `import { all } from './sql.ts'; export const read = (db) => db.prepare('SELECT 1')`,
  'main/store/tables/sql.ts': ``,
  'main/store/a.ts': `import '../../shared/fields/registry.ts'`,
  'shared/fields/registry.ts': `import './text/text.ts'`,
  'shared/fields/shapes.ts': `export const shapes = { richText: 1 }; export type Rich = { type: 'richText' }`,
  'main/ipc/handlers.ts': `import { ipcMain } from 'electron'; import { readFile } from 'fs/promises'`,
  'main/renderer/a.ts': `import Database from 'better-sqlite3'; import '../ipc/handlers.ts'`,
  'preload/index.ts': `import { contextBridge, ipcRenderer } from 'electron'; import '../shared/sync/b.ts'`,
  'server/plugin/index.ts': `import type { Config } from 'payload'; import { createHash } from 'node:crypto'`,
  'server/demo/config.ts': `import { galley } from '../plugin/index.ts'; import { buildConfig } from 'payload'`,
  'tests/unit/a.test.ts': `import '../../main/a.ts'; import '../../server/plugin/index.ts'; import 'payload'`,
}

describe('the import walls', () => {
  let found: ReturnType<typeof check>
  beforeAll(() => {
    found = check({ ...Object.fromEntries(crossings.map(([file, text]) => [file, text])), ...besides })
  })

  it.each(crossings)('stop %s, which says %s', (file, _text, words) => {
    expect(found.status).toBe(1)
    expect(found.lines.filter((line) => line.startsWith(`${file}:1: `)).join('\n')).toContain(words)
  })

  it('complain once per crossing and about nothing else', () => {
    expect(found.lines).toHaveLength(crossings.length + 1)
  })

  it('let everything through that stays inside', () => {
    expect(check(allowed)).toEqual({ status: 0, lines: [] })
  })

  it('name the line of the crossing', () => {
    const { lines } = check({ 'main/a.ts': `// a comment\n\nexport {}\nimport '../renderer/b.ts'\n` })
    expect(lines[0]).toBe('main/a.ts:4: main must not import "../renderer/b.ts"')
  })

  it('stand in this checkout', () => {
    expect(check()).toEqual({ status: 0, lines: [] })
  })
})
