import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HostilePage = {
  /** Address of a page that attacks the app that shows it. */
  url: string
  /** Requests to it: path and headers. */
  seen: { path: string; headers: IncomingHttpHeaders }[]
  close: () => Promise<void>
}

/** The page's attempts in sequence, with results in `window.found`. */
const SCRIPT = (api: string) => `
const found = window.found = {}
const attempt = async (name, work) => {
  try { found[name] = String(await work()) } catch (error) { found[name] = error.name }
}
await attempt('bridge', () => typeof window.galley + typeof window.require + typeof window.process)
await attempt('dialogs', () => { for (let i = 0; i < 50; i++) { alert('again'); confirm('again') } return 'none seen' })
await attempt('windows', () => {
  const all = Array.from({ length: 20 }, (_, i) => window.open('https://example.com/' + i))
  return all.every((one) => one === null)
})
await attempt('file window', () => window.open('file:///etc/passwd') === null)
await attempt('top', () => { window.top.location.href = location.origin + '/top'; return 'asked' })
await attempt('download', () => {
  const link = Object.assign(document.createElement('a'), { href: '/download', download: 'a.exe' })
  document.body.append(link)
  link.click()
  return 'asked'
})
await attempt('notifications', () => Notification.requestPermission())
await attempt('place', () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, (e) => yes('refused ' + e.code))))
await attempt('camera', () => navigator.mediaDevices.getUserMedia({ video: true }))
await attempt('clipboard', () => navigator.clipboard.readText())
await attempt('users', () => fetch('${api}/users', { credentials: 'include' }).then((r) => r.text()))
await attempt('app', () => fetch('app://bundle/index.html').then((r) => r.text()))
await attempt('cookie', () => document.cookie)
const frame = document.createElement('iframe')
frame.src = 'file:///etc/passwd'
document.body.append(frame)
found.done = true
`

/** Starts a hostile page on a server of another origin. `api`: the site's API, which it tries to read. */
export async function startHostilePage(api: string): Promise<HostilePage> {
  const seen: HostilePage['seen'] = []
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers })
    if (request.url === '/download') {
      response.setHeader('content-disposition', 'attachment; filename=a.exe')
      response.end('MZ')
      return
    }
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>hostile</title><script type="module">${SCRIPT(api)}</script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    // Another site than the CMS, not only another port.
    url: `http://localhost:${port}/`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
