import type { EditorThemeClasses } from 'lexical'
import styles from './rich-text.module.css'

/**
 * Returns the class of a part; its plain name if the style sheet has none, since an empty class name is
 * invalid.
 */
const name = (key: string): string => styles[key] ?? key

/**
 * Class names of an editor's content, besides those of its features (`theme`). A static text has the same
 * ones, so that nothing moves when the editor opens.
 */
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
