import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of Payload's client for live previews, which runs in the browser without a build. */
const clientFolder = path.dirname(fileURLToPath(import.meta.resolve('@payloadcms/live-preview')))

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The script of a page: shows the document, and updates it with every message of the editor. */
const SCRIPT = `
import { isDocumentEvent, ready, subscribe } from '/site/live-preview/index.js'

const { api, slug, id, locale } = document.body.dataset
const isGlobal = id === ''
const at = (data, ...keys) => keys.reduce((value, key) => value?.[key], data)
const put = (name, text) => { document.querySelector('[data-show=' + name + ']').textContent = text ?? '' }
const show = (data) => {
  put('title', at(data, 'title') ?? at(data, 'headline'))
  put('text', at(data, 'standfirst') ?? at(data, 'intro') ?? '')
  put('place', at(data, 'practical', 'place', 'name') ?? '')
}
const question = isGlobal ? '/globals/' + slug : '/' + slug + '/' + id
const answer = await fetch(api + question + '?depth=1&draft=true&locale=' + locale)
const initialData = answer.ok ? await answer.json() : { id: isGlobal ? undefined : Number(id) }
show(initialData)
const serverURL = location.origin
let saved = 0
addEventListener('message', (event) => {
  if (isDocumentEvent(event, serverURL)) put('saved', String((saved += 1)))
})
subscribe({ apiRoute: api, callback: show, depth: 1, initialData, serverURL })
ready({ serverURL })
`

const STYLE = `
body { margin: 0; font: 18px/1.5 Georgia, serif; color: #1d2b2a; background: #fbfaf6; }
header { padding: 12px 32px; background: #16423c; color: #fff; letter-spacing: .08em; text-transform: uppercase; font-size: 13px; }
main { max-width: 640px; margin: 48px auto; padding: 0 32px; }
h1 { font-size: 40px; line-height: 1.15; margin: 0 0 16px; }
[data-show=place] { color: #55655f; font-style: italic; }
`

function page(api: string, { slug, id, locale }: { slug: string; id: string; locale: string }): string {
  const data = { api, slug, id, locale }
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`)
  return `<!doctype html>
<html lang="${escaped(locale)}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Nordlys Travel</title>
<style>${STYLE}</style></head>
<body ${attributes.join(' ')}>
<header>Nordlys Travel</header>
<main><h1 data-show="title"></h1><p data-show="text"></p><p data-show="place"></p><output data-show="saved" hidden></output></main>
<script type="module">${SCRIPT}</script>
</body></html>`
}

/**
 * The site that the demo CMS is for, as far as there is one: a page for each document, below `/site`, that shows it
 * while it is edited. Null: the address is none of the site. `api`: route of the CMS's own API.
 */
export async function sitePage(address: string, api: string): Promise<Response | null> {
  const { pathname, searchParams } = new URL(address)
  const [, root, slug = '', id = '', ...rest] = pathname.split('/')
  if (root !== 'site' || rest.length > 0) return null
  if (slug === 'live-preview') {
    const file = path.join(clientFolder, path.basename(id))
    const body = file.endsWith('.js') ? await readFile(file, 'utf8').catch(() => null) : null
    if (body === null) return new Response('', { status: 404 })
    return new Response(body, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
  }
  const html = page(api, { slug, id, locale: searchParams.get('locale') ?? 'en' })
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
