import { useEffect, useState } from 'react'
import { wordCount } from '../../../shared/fields/richText/word-count.ts'
import { useT } from '../../i18n/use-t.ts'
import { useRichText } from '../editor-context.tsx'
import styles from './words-in-text.module.css'

/** Milliseconds without an edit before the words are counted. */
const PAUSE = 250

type WordsInTextProps = {
  /** Language of the text, as a tag; words are found by it. */
  language: string
}

/** The number of words at the end of a text's box, counted after a pause in typing. */
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
