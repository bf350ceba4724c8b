import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { paragraph, rich, type RichNode } from '../../server/demo/seed/rich-text.ts'
import { findId } from '../e2e/support/whole-document.ts'
import { ok } from '../integration/support/cms.ts'
import type { BenchSite } from './bench-site.ts'
import { typeInto, type Typing } from './measure-typing.ts'

const PARAGRAPHS = 300
const BLOCKS = 20

/** p95 over `count` keystrokes in the middle of a rich text of 300 paragraphs with 20 blocks among them. */
export async function measureRichText(page: Page, site: BenchSite, count: number): Promise<Typing> {
  const { cms, token } = site
  const path = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  const body = { richTextLocalized: rich(nodes()) }
  ok(await cms.request('PATCH', `${path}?draft=true&locale=en`, { token, body }))
  await goTo(page, `/collections${path}`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  const box = page.getByRole('textbox', { name: 'Rich Text Localized', exact: true })
  const middle = box.getByText(`Paragraph ${PARAGRAPHS / 2}.`, { exact: false })
  await middle.scrollIntoViewIfNeeded()
  return typeInto(page, middle, count)
}

/** Paragraphs, with a block behind every fifteenth. */
function nodes(): RichNode[] {
  return Array.from({ length: PARAGRAPHS }, (_, at) => {
    const line = paragraph(`Paragraph ${at + 1}. The train waits for nobody; the post does wait for it.`)
    return (at + 1) % (PARAGRAPHS / BLOCKS) === 0 ? [line, notice(at)] : [line]
  }).flat()
}

function notice(at: number): RichNode {
  const fields = { id: `bench-${at}`, blockName: '', blockType: 'notice', tone: 'tip', text: `Notice ${at}` }
  return { type: 'block', version: 2, format: '', fields }
}
