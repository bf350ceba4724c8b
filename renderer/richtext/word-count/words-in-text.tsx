import { useDeferredValue, useEffect, useState } from 'react'
import { wordCount } from '../../../shared/fields/richText/word-count.ts'
import type { Json } from '../../../shared/json.ts'
import { useT } from '../../i18n/use-t.ts'
import styles from './words-in-text.module.css'

/** Milliseconds. */
const PAUSE = 250

type WordsInTextProps = {
  value: Json
  /** Of the text, as a language tag; words are found by it. */
  language: string
}

/** How many words a text has, at the end of its box; counted when nobody has typed for a moment. */
export function WordsInText({ value, language }: WordsInTextProps) {
  const { t } = useT()
  const settled = useDeferredValue(value)
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const pause = setTimeout(() => setCount(wordCount(settled, language)), PAUSE)
    return () => clearTimeout(pause)
  }, [settled, language])
  return (
    <p className={styles['words']}>{count === null ? ' ' : t('galley:rich-text-ways.words', { count })}</p>
  )
}
