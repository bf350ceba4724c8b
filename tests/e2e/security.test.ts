import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { calls, events as contractEvents, type CallName, type EventName } from '../../shared/ipc.ts'
import { callChannel } from '../../shared/ipc-wire.ts'
import { cookiesOf } from './support/cookies.ts'
import { isSandboxOff } from './support/electron-path.ts'
import { eventually } from './support/eventually.ts'
import { demoPassword, login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs } from './support/screens.ts'

const eventNames = Object.keys(contractEvents).filter((name): name is EventName =>
  Object.hasOwn(contractEvents, name),
)
const secretTitle = 'Zanzibar by dhow and patience'
let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let errors = ''

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  // A data folder of an older version, readable for everybody.
  const dataFolder = newDataFolder()
  writeFileSync(join(dataFolder, 'settings.json'), '{}', { mode: 0o644 })
  chmodSync(dataFolder, 0o755)
  galley = await startGalley({
    server: cms.url,
    dataFolder,
    env: { GALLEY_LOG: 'debug' },
  })
  galley.app.process().stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  page = galley.page
  await page.evaluate((names) => {
    const heard: string[] = []
    Reflect.set(window, 'heard', heard)
    for (const name of names)
      window.galley.on(name, (payload) => void heard.push(`${name} ${JSON.stringify(payload) ?? ''}`))
  }, eventNames)
  await login(page, 'admin@example.com')
  await openList(page, 'Posts')
  await openDocument(page, 'Porto before the ferries')
  await titleInput(page).fill(secretTitle)
  await untilDocumentIs(page, 'Saved')
  const [cookie] = await cookiesOf(galley, cms.url, 'payload-token')
  token = cookie?.value ?? ''
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

test('M.01 (part) the session is a cookie of the main process that no script can read', async () => {
  expect(token).toMatch(/^eyJ/)
  expect((await cookiesOf(galley, cms.url, 'payload-token'))[0]?.httpOnly).toBe(true)
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('M.04 the window is isolated, without Node and in a sandbox; main, preload and renderer have one contract of calls and events: the window reaches no other, and main hears no other', async () => {
  const found = await page.evaluate(() =>
    ['require', 'process', 'module', 'exports', 'Buffer', '__dirname', 'electron', 'ipcRenderer'].filter(
      (name) => name in window,
    ),
  )
  expect(found).toEqual([])
  expect(await page.evaluate(() => Object.keys(window.galley))).toEqual(['call', 'on'])
  const preferences = await galley.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const { webContents } = window ?? {}
    const read: unknown = webContents && Reflect.get(webContents, 'getLastWebPreferences')
    return typeof read === 'function' ? { ...Reflect.apply(read, webContents, []) } : null
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    nodeIntegration: false,
    sandbox: true,
    webSecurity: true,
    webviewTag: false,
  })
  // Main's handlers, the preload's list and the contract must be the same.
  const heardByMain = await galley.app.evaluate(({ BrowserWindow, ipcMain }) => {
    const namesOf = (of: object | undefined): string[] => {
      const handlers: unknown = of && Reflect.get(of, '_invokeHandlers')
      return handlers instanceof Map ? [...handlers.keys()].map(String) : []
    }
    const [window] = BrowserWindow.getAllWindows()
    const own = [window?.webContents.ipc, window?.webContents.mainFrame.ipc]
    return {
      answered: namesOf(ipcMain),
      // Messages without an answer, and handlers of a single window or frame.
      others: [
        ...ipcMain.eventNames(),
        ...own.flatMap((one) => [...namesOf(one), ...(one?.eventNames() ?? [])]),
      ].map(String),
    }
  })
  // Electron's own channels are in capitals; every emitter has `error`.
  const isOurs = (channel: string) => !/^[A-Z_]+$|^error$/.test(channel)
  expect(heardByMain.answered.filter(isOurs).toSorted()).toEqual(
    Object.keys(calls)
      .map((name) => callChannel(name as CallName))
      .toSorted(),
  )
  expect(heardByMain.others.filter(isOurs)).toEqual([])
  const refused = await page.evaluate(async () => {
    const said: unknown[] = []
    for (const way of ['call', 'on'])
      for (const name of ['documents.everything', 'galley:documents.get', 'toString'])
        try {
          const bridge: unknown = Reflect.get(window.galley, way)
          if (typeof bridge === 'function') await Reflect.apply(bridge, window.galley, [name, undefined])
        } catch (error) {
          said.push(error instanceof Error ? error.message : error)
        }
    return said
  })
  const three = (words: string) => [words, words, words]
  expect(refused).toEqual([...three('unknown call'), ...three('unknown event')])
  // One file names the contract for all three, and only main and preload have its transport.
  const sources = ['main', 'preload', 'renderer'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({ folder, text: readFileSync(join(folder, name), 'utf8') })),
  )
  const of = (words: RegExp) => [
    ...new Set(sources.filter(({ text }) => words.test(text)).map(({ folder }) => folder)),
  ]
  expect(of(/from '(\.\.\/)+shared\/ipc\.ts'/)).toEqual(['main', 'preload', 'renderer'])
  expect(of(/\bipcMain\b.*from 'electron'/)).toEqual(['main'])
  expect(of(/\bipcRenderer\b.*from 'electron'/)).toEqual(['preload'])
})

test('F79 M.04 (part) no contents run what came unencrypted, or try out what is not finished', async () => {
  const all = await galley.app.evaluate(({ app, webContents }) => ({
    preferences: webContents.getAllWebContents().map((contents): Record<string, unknown> => {
      const read: unknown = Reflect.get(contents, 'getLastWebPreferences')
      return typeof read === 'function' ? { ...Reflect.apply(read, contents, []) } : {}
    }),
    switches: [
      'allow-running-insecure-content',
      'disable-web-security',
      'enable-blink-features',
      'enable-experimental-web-platform-features',
      'ignore-certificate-errors',
    ].filter((name) => app.commandLine.hasSwitch(name)),
  }))
  expect(all.switches).toEqual([])
  expect(all.preferences.length).toBeGreaterThan(0)
  for (const preferences of all.preferences) {
    expect(preferences).toMatchObject({ webSecurity: true, webviewTag: false })
    for (const name of ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures'])
      expect(preferences[name] || false).toBe(false)
  }
})

test('F79 M.04 (part) a webview is an element like any other, and where a window had webviews, none would be attached', async () => {
  const contents = () => galley.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
  const before = await contents()
  const made = await page.evaluate(() => {
    const view = document.createElement('webview')
    view.setAttribute('src', 'data:text/html,hello')
    document.body.append(view)
    const isPlain = view.constructor === HTMLElement || view.constructor === HTMLUnknownElement
    const loads = 'loadURL' in view
    view.remove()
    return { isPlain, loads }
  })
  expect(made).toEqual({ isPlain: true, loads: false })
  expect(await contents()).toBe(before)
  const attached = await galley.app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } })
    const seen: string[] = []
    window.webContents.on('will-attach-webview', (event) =>
      seen.push(event.defaultPrevented ? 'refused' : 'attached'),
    )
    window.webContents.on('did-attach-webview', () => seen.push('attached'))
    const asked = new Promise((resolve) => window.webContents.once('will-attach-webview', resolve))
    await window.loadURL('data:text/html,<webview src="data:text/html,hello" allowpopups></webview>')
    await asked
    window.destroy()
    return seen
  })
  expect(attached).toEqual(['refused'])
  await eventually(contents).toBe(before)
})

test('M.04 (part) F73 no site that a page asks is told who the person is by a certificate of the computer', async () => {
  const given = await galley.app.evaluate(async ({ app, BrowserWindow }) => {
    const said: unknown[] = []
    const event = { preventDefault: () => said.push('not the first one') }
    const [window] = BrowserWindow.getAllWindows()
    const chosen = await new Promise<unknown[]>((resolve) => {
      const answer = (...answered: unknown[]) => resolve(answered)
      app.emit('select-client-certificate', event, window?.webContents, 'example.com:443', [{}], answer)
    })
    return [...said, chosen]
  })
  // Electron crashes on an answer without an argument.
  expect(given).toEqual(['not the first one', [null]])
})

test('M.04 (part) the sandbox is really on wherever it can be', async () => {
  const off = await galley.app.evaluate(({ app }) => app.commandLine.hasSwitch('no-sandbox'))
  expect(off).toBe(isSandboxOff())
  if (process.platform !== 'linux') return
  const pid = await galley.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  )
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')
  // 2: a system call filter is active.
  expect(/^Seccomp:\s*(\d)$/m.exec(status)?.[1]).toBe(isSandboxOff() ? '0' : '2')
})

test('M.01 main alone has the session: the window has no cookie and reaches no server by itself, and no answer to its calls and no event carries a token, a password or a hash', async () => {
  // Main has the session; the page neither sees it nor can use it for requests.
  expect((await cookiesOf(galley, cms.url, 'payload-token'))[0]?.value).toBe(token)
  const own = await page.evaluate(async (url) => {
    const asked = await fetch(`${url}/api/users/me`, { credentials: 'include' }).then(
      () => 'answered',
      (error: unknown) => (error instanceof Error ? error.name : String(error)),
    )
    return {
      asked,
      cookie: document.cookie,
      kept: JSON.stringify([localStorage, sessionStorage].map((one) => Object.entries(one))),
    }
  }, cms.url)
  expect(own).toMatchObject({ asked: 'TypeError', cookie: '' })
  expect(own.kept).not.toContain('eyJ')

  const { answers, seen, asked } = await page.evaluate(async (password) => {
    const names = new Set<string>()
    const call: typeof window.galley.call = (name, input) => {
      names.add(name)
      return window.galley.call(name, input)
    }
    const bootstrap = await call('app.bootstrap', undefined)
    const userId = bootstrap.account?.userId ?? ''
    const url = bootstrap.account?.server.url ?? ''
    const user = { kind: 'collection', slug: 'users', id: userId } as const
    const post = { kind: 'collection', slug: 'posts', id: '1' } as const
    const list = (slug: string) =>
      ({ slug, page: 1, limit: 50, sort: 'id', search: '', where: null, locale: 'en' }) as const
    const signIn = {
      url,
      collection: 'users',
      identifier: 'admin@example.com',
      keep: true,
      inPlace: true,
    }
    // Edits and sends a user and a post; the server's answers to both contain more than the window may get.
    const edit = async (ref: typeof user | typeof post, path: string) => {
      const mode = ref.slug === 'posts' ? 'draft' : 'save'
      const locale = ref.slug === 'posts' ? 'en' : null
      const view = await call('documents.get', { ref })
      const from = view?.base.data[path] ?? null
      // Both fields are shared by all locales.
      const change = { kind: 'set' as const, locale: null, path, from, to: 'Nils the second' }
      const put = await call('drafts.put', { ref, changes: [change] })
      const committed = await call('drafts.commit', { ref, locale, changes: [change], mode })
      const heads = await call('outbox.heads', { after: 0, limit: 10 })
      const sent = await call('outbox.send', { key: committed.key ?? '' })
      return [put, committed, heads, sent]
    }
    const files = async () => {
      const { id } = await call('files.begin', undefined)
      await call('files.append', { id, bytes: new Uint8Array([1]) })
      const finished = await call('files.finish', { id })
      await call('files.cancel', { id })
      const read = await call('files.read', { id, at: 0 }).catch(() => null)
      const fetched = await call('files.fetch', { slug: 'media', id: null, url: 'https://example.com/a.jpg' })
      const copied = await call('files.copy', { slug: 'media', id: '1' })
      return [id, finished, read, fetched, copied]
    }
    const inForm = { ref: post, locale: 'en', data: {} }
    const versions = { ref: post, page: 1, limit: 50, sort: '-updatedAt' } as const
    const given = [
      bootstrap,
      await call('session.login', { ...signIn, password }),
      await call('session.login', { ...signIn, password: 'wrong' }),
      await call('servers.probe', { url }),
      await call('session.forgotPassword', { url, collection: 'users', identifier: 'nobody@example.com' }),
      await call('session.resetPassword', { url, collection: 'users', token: 'none', password, keep: false }),
      await call('session.verifyEmail', { url, collection: 'users', token: 'none' }),
      await call('session.firstUser', { url, collection: 'users', values: {}, password, keep: false }),
      await call('updates.get', undefined),
      await call('updates.check', undefined),
      await call('updates.install', undefined),
      await call('session.get', undefined),
      await call('ownSessions.list', undefined),
      await call('ownSessions.end', { ids: ['of nobody'] }),
      await call('connection.get', undefined),
      await call('connection.check', undefined),
      await call('connection.acceptSite', undefined),
      await call('schema.refresh', undefined),
      await call('schema.get', undefined),
      await call('documents.refresh', { ref: user }),
      await call('documents.get', { ref: user }),
      await call('documents.refreshList', list('users')),
      await call('documents.list', list('users')),
      await call('documents.find', { words: 'a', slugs: ['users', 'members'], limit: 8, locale: null }),
      await call('documents.refreshList', list('members')),
      await call('documents.list', list('members')),
      await call('documents.refresh', { ref: post }),
      await call('documents.get', { ref: post }),
      await call('documents.resolveId', { ref: post }),
      await call('versions.refresh', versions),
      await call('versions.list', versions),
      await call('versions.kept', { ref: post, versionId: '1' }),
      await call('versions.lastChange', { ref: post, path: 'title', locale: 'en' }),
      await call('versions.read', { ref: post, versionId: '1' }),
      await call('versions.around', { ref: post, versionId: '1', at: '2026-01-01T00:00:00.000Z' }),
      await call('versions.restore', {
        ref: post,
        versionId: '0',
        madeAt: '2026-01-01T00:00:00.000Z',
        asDraft: true,
        locale: null,
        shown: null,
      }),
      await call('api.ask', {
        id: 'of-the-user',
        ref: user,
        question: { depth: 1, draft: false, locale: null },
        authenticated: true,
      }),
      await call('api.next', { id: 'of-the-user' }),
      await call('api.next', { id: 'of-the-user' }),
      await call('api.stop', { id: 'of-the-user' }),
      await call('outbox.list', { only: 'all', from: { by: 'number', number: 0 }, limit: 50 }),
      await call('outbox.counts', undefined),
      await call('outbox.became', { keys: [] }),
      await call('documents.changedElsewhere', {
        slugs: ['posts'],
        globals: ['header'],
        looks: null,
        limit: 5,
      }),
      await call('documents.scheduled', { from: 'computer' }),
      await call('outbox.heads', { after: 0, limit: 10 }),
      await edit(user, 'name'),
      await call('documents.get', { ref: user }),
      await call('documents.list', list('users')),
      await edit(post, 'slug'),
      await call('documents.create', { slug: 'notes' }),
      await call('documents.formState', { ref: post, locale: 'en', isNew: false, data: {} }),
      await call('documents.stopFormState', { form: 'form-1' }),
      await call('documents.refreshPermissions', { ref: post, locale: 'en' }),
      await call('credentials.change', { ref: user, change: { kind: 'unlock' } }),
      await call('credentials.hold', { ref: user, password: 'not-for-a-user-who-is-there' }),
      await call('drafts.discard', { ref: post }),
      await call('outbox.list', { only: 'all', from: { by: 'number', number: 0 }, limit: 50 }),
      await call('outbox.find', { item: null, place: null }),
      await call('documents.referrers', { ref: user }),
      await call('documents.published', { ref: post }),
      await call('documents.published', { ref: user }),
      await call('documents.deleted', { ref: post }),
      await call('trash.read', { ref: post }),
      await call('trash.read', { ref: user }),
      await call('documents.schedule', { what: 'list', ref: post }),
      await call('documents.groups', {
        query: { slug: 'users', sort: 'id', search: '', where: null, locale: null },
        path: 'apiKey',
        from: 'server',
      }),
      await call('documents.schedules', { slug: 'posts', ids: ['1'] }),
      await call('seo.generate', {
        id: crypto.randomUUID(),
        ref: post,
        what: 'url',
        locale: 'en',
        data: {},
      }),
      await call('seo.stop', { id: 'none' }),
      await call('slug.generate', { ...inForm, schemaPath: 'posts.slug', text: 'Night train' }),
      await call('livePreview.open', inForm),
      await call('livePreview.send', { ...inForm, updated: null }),
      await call('livePreview.picture', undefined),
      await call('livePreview.do', { what: 'close' }),
      await call('trash.list', {
        slug: 'posts',
        page: 1,
        limit: 10,
        sort: '-deletedAt',
        search: '',
        where: null,
        locale: null,
      }),
      await call('exports.stop', { id: 'none' }),
      await call('locks.open', { ref: post }),
      await call('locks.look', { ref: post }),
      await call('locks.takeOver', { ref: post }),
      await call('locks.list', { refs: [{ kind: 'collection', slug: 'posts', id: '1' }] }),
      await call('locks.close', { ref: post }),
      await call('unsent.others', { ref: post }),
      await call('outbox.sent', undefined),
      await call('outbox.raw', { key: 'none' }),
      await call('outbox.stop', { key: 'none' }),
      await files(),
      await call('outbox.takeBackPublish', { key: 'none' }),
      await call('prefetch.get', undefined),
      await call('prefetch.kept', undefined),
      await call('listPreference.get', { slug: 'users' }),
      await call('listPreference.set', { slug: 'users', choice: { columns: null } }),
      await call('listPreference.refresh', { slug: 'users' }),
      await call('nav.get', undefined),
      await call('versions.names', { ref: post }),
      await call('versions.setName', { ref: post, versionId: '1', name: 'Before the fair' }),
      await call('versions.setName', { ref: post, versionId: '1', name: null }),
      await call('versions.refreshNames', undefined),
      await call('nav.set', {}),
      await call('nav.refresh', undefined),
      await call('localData.list', undefined),
      await call('diagnostics.read', undefined),
      await call('diagnostics.connect', { url: null }),
      await call('diagnostics.checkStore', undefined),
      await call('forms.hold', { place: 'bulk-upload media', content: { note: 'kept' } }),
      await call('forms.held', { place: 'bulk-upload media' }),
      await call('forms.hold', { place: 'bulk-upload media', content: null }),
    ].map((answer) => JSON.stringify(answer) ?? '')
    const heard: unknown = Reflect.get(window, 'heard')
    return { answers: given, seen: Array.isArray(heard) ? heard.map(String) : [], asked: [...names] }
  }, demoPassword)
  // Left out: calls without an answer, and those that end state the tests below need.
  const silent = [
    'app.setTheme',
    'app.setLanguage',
    'app.dismissNotice',
    'menu.set',
    'menu.show',
    'app.openExternal',
    'preview.open',
    'livePreview.place',
    'app.flushed',
    'app.saveJson',
    'exports.write',
    'files.save',
    'files.bring',
    'files.drag',
    'certificates.choose',
    'proxies.answer',
    'diagnostics.showLog',
    'proxies.askAgain',
    'prefetch.configure',
    'prefetch.forget',
    'outbox.seen',
    'session.active',
    'session.browserLogin',
    'session.cancelBrowserLogin',
  ]
  const ending = [
    'app.quit',
    'servers.remove',
    'session.logout',
    'outbox.retry',
    'outbox.discard',
    'documents.discard',
    'documents.createAgain',
    'documents.editMany',
    'documents.move',
    'trash.restore',
    'trash.empty',
    'trash.emptyAll',
    'localData.remove',
    'localData.export',
  ]
  expect(new Set([...asked, ...silent, ...ending])).toEqual(new Set(Object.keys(calls)))
  for (const name of ['session.accountChanged', 'connection.changed', 'documents.changed', 'outbox.changed'])
    expect(seen.some((event) => event.startsWith(name))).toBe(true)
  const all = [...answers, ...seen].join('\n')
  expect(all).toContain('Nils the second')
  // The page sends by itself, too; then the entry is gone.
  expect(answers.filter((answer) => /"type":"(sent|gone)"/.test(answer))).toHaveLength(2)
  // The answers are real: they contain the user and the document.
  expect(all).toContain('admin@example.com')
  expect(all).toContain(secretTitle)
  for (const secret of [token, 'eyJ', demoPassword]) expect(all.includes(secret)).toBe(false)
  // Permissions have the names of such fields; no answer has their values.
  expect(all).not.toMatch(/"(hash|salt|resetPasswordToken|apiKey)":"/)
  expect(all).not.toContain('"sessions":[{')
})

test('M.04 (part) a call with input that the contract does not know is refused before anything happens', async () => {
  const refusals = await page.evaluate(async () => {
    const call: (name: string, input: unknown) => Promise<unknown> = (name, input) =>
      // oxlint-disable-next-line typescript/unbound-method -- called with what it belongs to
      Reflect.apply(window.galley.call, window.galley, [name, input])
    const tries: [string, unknown][] = [
      ['documents.get', { ref: { kind: 'collection', slug: 5, id: '1' } }],
      ['documents.get', { ref: { kind: 'table', slug: 'posts', id: '1' } }],
      ['documents.list', { slug: 'posts', page: -1, limit: 10_000 }],
      ['app.setTheme', { theme: 'pink' }],
      ['app.openExternal', undefined],
      ['session.login', { url: 'http://127.0.0.1' }],
      ['drafts.put', { ref: { kind: 'global', slug: 'header' }, locale: 'en', changes: [{ type: 'drop' }] }],
      ['outbox.retry', { key: '1', choices: { title: 'neither' } }],
      ['database.query', 'SELECT 1'],
      ['__proto__', undefined],
      ['constructor', undefined],
    ]
    return Promise.all(
      tries.map(([name, input]) =>
        call(name, input).then(
          () => `${name}: done`,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
      ),
    )
  })
  expect(refusals.slice(0, 8).every((words) => words.endsWith(': bad-input'))).toBe(true)
  expect(refusals.slice(8)).toEqual(['unknown call', 'unknown call', 'unknown call'])
})

test('the page comes with a policy that lets only scripts of the bundle run', async () => {
  const policy = await page.evaluate(async () =>
    (await fetch('app://bundle/')).headers.get('content-security-policy'),
  )
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe-eval')
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default paste")

  const outcome = await page.evaluate(async () => {
    const blocked = new Set<string>()
    const fetchBlocked = new Promise<void>((resolve) =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        blocked.add(effectiveDirective)
        if (effectiveDirective === 'connect-src') resolve()
      }),
    )
    const script = document.createElement('script')
    script.append('window.inline = true')
    document.head.append(script)
    // An allowed inline script would have run before this line.
    const inline = 'inline' in window
    // The debugger may evaluate; only a later task is the page's own.
    await new Promise((resolve) => setTimeout(resolve))
    let evaluated = true
    try {
      // oxlint-disable-next-line typescript/no-implied-eval -- to see that it is refused
      new Function('return 1')()
    } catch {
      evaluated = false
    }
    const fetched = await fetch('https://example.com/').then(
      () => true,
      () => false,
    )
    await fetchBlocked
    return { blocked: [...blocked], inline, evaluated, fetched }
  })
  expect(outcome).toEqual({
    blocked: ['require-trusted-types-for', 'connect-src'],
    inline: false,
    evaluated: false,
    fetched: false,
  })
})

test('F37 text becomes no markup and no script, and nobody but who reads a paste may say that it does, once', async () => {
  const outcome = await page.evaluate(() => {
    const attempt = (work: () => unknown): string => {
      try {
        work()
        return 'done'
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown'
      }
    }
    const policies: unknown = Reflect.get(window, 'trustedTypes')
    const create = (name: string) => {
      const make: unknown = Reflect.get(Object(policies), 'createPolicy')
      if (typeof make === 'function')
        Reflect.apply(make, policies, [name, { createHTML: (text: string) => text }])
      else throw new Error('no Trusted Types')
    }
    const markup = '<img src=x onerror="window.inline = true">'
    return {
      // As React Aria's announcer does.
      emptied: attempt(() => (document.createElement('div').innerHTML = '')),
      innerHTML: attempt(() => (document.createElement('div').innerHTML = markup)),
      parser: attempt(() => new DOMParser().parseFromString(markup, 'text/html')),
      frame: attempt(() => document.createElement('iframe').setAttribute('srcdoc', markup)),
      script: attempt(() => (document.createElement('script').textContent = 'window.inline = true')),
      timer: attempt(() => Reflect.apply(setTimeout, window, ['window.inline = true'])),
      paste: [attempt(() => create('paste')), attempt(() => create('paste'))],
      other: attempt(() => create('other')),
      again: attempt(() => create('default')),
      inline: 'inline' in window,
    }
  })
  expect(outcome).toEqual({
    emptied: 'done',
    innerHTML: 'TypeError',
    parser: 'TypeError',
    frame: 'TypeError',
    script: 'TypeError',
    timer: expect.stringMatching(/Error$/),
    paste: ['done', 'TypeError'],
    other: 'TypeError',
    again: 'TypeError',
    inline: false,
  })
})

test('F37 no page puts a file on the disk', async () => {
  await galley.app.evaluate(({ session }) => {
    const downloads: string[] = []
    Reflect.set(globalThis, 'downloads', downloads)
    session.defaultSession.on('will-download', (event, item) => {
      downloads.push(event.defaultPrevented ? 'refused' : item.getURL())
    })
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['#!/bin/sh']))
    link.download = 'run-me.sh'
    document.body.append(link)
    link.click()
    link.remove()
  })
  const downloads = () => galley.app.evaluate(() => Reflect.get(globalThis, 'downloads') as string[])
  await eventually(downloads).toEqual(['refused'])
})

test('F37 the page cannot ask for the addresses of this computer, and no dictionary is fetched from others', async () => {
  const found = await galley.app.evaluate(({ BrowserWindow, session }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const server = session.fromPartition('persist:server-any')
    return {
      webRtc: contents?.getWebRTCIPHandlingPolicy(),
      spelling: [session.defaultSession, server].map((one) => one.isSpellCheckerEnabled()),
      languages: [session.defaultSession, server].flatMap((one) => one.getSpellCheckerLanguages()),
    }
  })
  expect(found.webRtc).toBe('disable_non_proxied_udp')
  const isMac = process.platform === 'darwin'
  expect(found.spelling).toEqual([isMac, isMac])
  expect(found.languages).toEqual([])
})

test.runIf(process.platform !== 'win32')(
  'F37 nobody else on this computer reads the folder of the program',
  () => {
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
    expect(mode(galley.dataFolder)).toBe('700')
    expect(mode(join(galley.dataFolder, 'settings.json'))).toBe('600')
  },
)

test('no page leads out of the app: new windows, other addresses and frames are refused', async () => {
  await galley.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Reflect.set(globalThis, 'opened', opened)
    shell.openExternal = (url) => Promise.resolve(void opened.push(url))
  })
  const opened = () => galley.app.evaluate(() => Reflect.get(globalThis, 'opened') as string[])
  const windows = () => galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

  expect(await page.evaluate(() => window.open('https://example.com/in-the-browser') === null)).toBe(true)
  expect(await page.evaluate(() => window.open('file:///etc/passwd') === null)).toBe(true)
  expect(await page.evaluate(() => window.open('app://bundle/outbox') === null)).toBe(true)
  await page.evaluate(() => window.galley.call('app.openExternal', { url: 'file:///etc/passwd' }))
  await page.evaluate(() => window.galley.call('app.openExternal', { url: 'mailto:desk@example.com' }))
  expect(await windows()).toBe(1)
  expect(await opened()).toEqual(['https://example.com/in-the-browser', 'mailto:desk@example.com'])

  const before = page.url()
  await page.evaluate(() => location.assign('https://example.com/'))
  await page.evaluate(() => location.assign('file:///etc/passwd'))
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.com/link'
    document.body.append(link)
    link.click()
    link.remove()
  })
  // The page still answers after all of it.
  expect(await page.evaluate(() => window.galley.call('connection.get', undefined))).toBeTruthy()
  expect(page.url()).toBe(before)
  expect(await titleInput(page).inputValue()).toBe(secretTitle)
})

test('nobody is given a permission for camera, place or notifications', async () => {
  const states = await page.evaluate(() =>
    Promise.all(
      (['geolocation', 'camera', 'microphone', 'notifications'] as const).map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    ),
  )
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied'])
})

test('files outside of the bundle cannot be asked for', async () => {
  const expected: Record<string, number | null> = {
    'app://bundle/index.html': 200,
    'app://bundle/..%2f..%2fpackage.json': 400,
    'app://bundle/assets/..%2f..%2f..%2fpackage.json': 400,
    'app://bundle/assets/..%5c..%5cpackage.json': 400,
    'app://bundle/assets/%2e%2e%2f%2e%2e%2fmain/index.js': 400,
    'app://bundle/assets/C:%2fsecrets.txt': 400,
    'app://bundle/assets/no-such-file.js': 404,
    // The page's policy forbids requests to another host.
    'app://elsewhere/index.html': null,
  }
  // From the page, like hostile content.
  const answers = await page.evaluate(async (urls) => {
    const statusOf = (url: string) =>
      fetch(url).then(
        (response) => response.status,
        () => null,
      )
    return Object.fromEntries(await Promise.all(urls.map(async (url) => [url, await statusOf(url)] as const)))
  }, Object.keys(expected))
  expect(answers).toEqual(expected)
})

test('the log has what happened, and neither content nor credentials', async () => {
  const file = readFileSync(join(galley.dataFolder, 'logs/galley.log'), 'utf8')
  for (const log of [file, errors]) {
    expect(log).toMatch(/debug http method="PATCH" path="\/posts\/1/)
    for (const secret of [
      token,
      'eyJ',
      demoPassword,
      secretTitle,
      'Zanzibar',
      'admin@example.com',
      'Porto before',
    ])
      expect([secret, log.includes(secret)]).toEqual([secret, false])
  }
})

test('SY2 M.01 (part) neither database nor settings nor any other file of the program holds the password or the token', async () => {
  await galley.close()
  const files = readdirSync(galley.dataFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(galley.dataFolder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
  expect(files.some((file) => file.endsWith('.sqlite'))).toBe(true)
  expect(files.some((file) => file.endsWith('settings.json'))).toBe(true)
  const holding = (secret: string) => files.filter((file) => readFileSync(file).includes(secret))
  // A check of the search itself: typed text is in the database.
  expect(holding(secretTitle).length).toBeGreaterThan(0)
  expect(holding(demoPassword)).toEqual([])
  // Only Chromium's cookie file has the token; packaged, it is encrypted by the system's key store (fuses).
  expect(holding(token).filter((file) => !basename(file).startsWith('Cookies'))).toEqual([])
  galley = await startGalley({ server: cms.url, dataFolder: galley.dataFolder })
})
