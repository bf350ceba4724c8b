import type { LanguageSupport } from '@codemirror/language'

type Load = () => Promise<LanguageSupport>

const script = (options: { jsx?: boolean; typescript?: boolean }): Load => {
  return async () => (await import('@codemirror/lang-javascript')).javascript(options)
}
const css: Load = async () => (await import('@codemirror/lang-css')).css()
const html: Load = async () => (await import('@codemirror/lang-html')).html()
const json: Load = async () => (await import('@codemirror/lang-json')).json()
const markdown: Load = async () => (await import('@codemirror/lang-markdown')).markdown()

/** By the names that Monaco has for them. */
const languages: ReadonlyMap<string, Load> = new Map([
  ['javascript', script({ jsx: true })],
  ['js', script({ jsx: true })],
  ['jsx', script({ jsx: true })],
  ['typescript', script({ typescript: true })],
  ['ts', script({ typescript: true })],
  ['tsx', script({ jsx: true, typescript: true })],
  ['css', css],
  ['scss', css],
  ['less', css],
  ['html', html],
  ['xml', html],
  ['vue', html],
  ['json', json],
  ['markdown', markdown],
  ['md', markdown],
  ['mdx', markdown],
])

/** How a language is read; null for one that is not known here, which is plain text. */
export async function loadLanguage(name: string | null): Promise<LanguageSupport | null> {
  return (await languages.get(name?.toLowerCase() ?? '')?.()) ?? null
}
