import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const pages = ['README.md', ...pagesIn('docs')]
/** Paths that the program or the tests generate, and patterns. */
const notKept = /[<>*…{}]|node_modules|^resources\/dictionaries/

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8')

  it('names files and folders that are there', () => {
    const named = [
      ...text.matchAll(/`((?:main|preload|renderer|shared|server|scripts|tests|docs)\/[^`\s]*)`/g),
    ]
    const paths = named.map(([, path = '']) => path).filter((path) => !notKept.test(path))

    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('links to pages and headings that are there', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const inside = links.filter((link) => !/^[a-z]+:/.test(link))

    expect(inside.filter((link) => !leadsSomewhere(page, link))).toEqual([])
  })
})

describe('docs/requirements.md', () => {
  const listed = [...readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^\| (\S+) +\| \S/gm)]
    .map(([, id = '']) => id)
    .filter((id) => /\d/.test(id))

  it('has each id once, with a line of its own', () => {
    expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([])
  })

  it('lists the ids that code and titles cite, and no others', () => {
    const cited = new Set(
      ['main', 'preload', 'renderer', 'shared', 'server', 'scripts', 'tests'].flatMap(idsIn),
    )
    expect([...cited].filter((id) => !listed.includes(id)).toSorted()).toEqual([])
    expect(listed.filter((id) => !cited.has(id)).toSorted()).toEqual([])
  })
})

/** Ids of requirements in the sources of a folder. The test of titles makes some up. */
function idsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:[cm]?[jt]sx?)$/.test(path) && !/node_modules|titles\.test\.ts$/.test(path))
    .flatMap((path) => readFileSync(join(root, folder, path), 'utf8').match(ID) ?? [])
}

const ID = /(?<![\w.#-])(?:S\d{1,2}\.\d\d|F\d{1,3}|U\d{1,2}|M\.\d\d|SY\d{1,2}|DM\d)(?!\w|[.-]\w)/g

it('docs/sync.md is a page that one reads: fewer than 4,000 words', () => {
  expect(readFileSync(join(root, 'docs/sync.md'), 'utf8').split(/\s+/).length).toBeLessThan(4000)
})

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const file = path === '' ? join(root, page) : join(root, dirname(page), path)
  if (!existsSync(file)) return false
  if (heading === undefined) return true
  return headingsOf(readFileSync(file, 'utf8')).includes(heading)
}

/** Returns the anchors of a page's headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
}
