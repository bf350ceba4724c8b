import type { EditorThemeClasses } from 'lexical'
import styles from './rich-text.module.css'

/** One that nothing is said about yet keeps its plain name: an empty one is none that an element can have. */
const name = (key: string): string => styles[key] ?? key

/** Classes of what an editor draws, beside those of its features (`theme`); the same ones that a static text has, so that nothing moves when it is approached. */
export const editorTheme: EditorThemeClasses = {
  paragraph: name('paragraph'),
  quote: name('quote'),
  heading: {
    h1: name('h1'),
    h2: name('h2'),
    h3: name('h3'),
    h4: name('h4'),
    h5: name('h5'),
    h6: name('h6'),
  },
  hr: name('rule'),
  hrSelected: name('selected'),
  indent: name('indent'),
  link: name('link'),
  text: {
    bold: name('bold'),
    italic: name('italic'),
    underline: name('underline'),
    strikethrough: name('strikethrough'),
    underlineStrikethrough: name('underline-strikethrough'),
    subscript: name('subscript'),
    superscript: name('superscript'),
    code: name('code'),
    highlight: name('highlight'),
  },
}
