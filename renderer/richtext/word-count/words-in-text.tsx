import { useEffect, useState } from 'react'
import { wordCount } from '../../../shared/fields/richText/word-count.ts'
import { useT } from '../../i18n/use-t.ts'
import { useRichText } from '../editor-context.tsx'
import styles from './words-in-text.module.css'

/** Milliseconds. */
const PAUSE = 250

type WordsInTextProps = {
  /** Language of the text, as a tag; words are found by it. */
  language: string
}

/** How many words a text has, at the end of its box; counted when nobody has typed for a moment. */
export function WordsInText({ language }: WordsInTextProps) {
  const { t } = useT()
  const { form, path } = useRichText()
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const countNow = (): void => setCount(wordCount(form.getField(path).value, language))
    let pause = setTimeout(countNow, PAUSE)
    const stop = form.subscribeField(path, () => {
      clearTimeout(pause)
      pause = setTimeout(countNow, PAUSE)
    })
    return () => {
      clearTimeout(pause)
      stop()
    }
  }, [form, path, language])
  return (
    <p className={styles['words']}>{count === null ? ' ' : t('galley:rich-text-ways.words', { count })}</p>
  )
}
