import { useEffect, useState } from 'react'
import { localeCells, translationMark } from '../../../../shared/document/locale-cells.ts'
import { type Beside, mayTranslate } from '../../../fields/second-locale/other-locale-context.ts'

/** Paths of the fields that wait for a translation, in the order of the form. */
export type TranslationWork = { missing: readonly string[]; older: readonly string[]; all: readonly string[] }

const NOTHING: TranslationWork = { missing: [], older: [], all: [] }
/** Milliseconds without an edit before the work is counted again. */
const QUIET_MS = 250

export function translationWork({ source, target, scope, reference }: Beside): TranslationWork {
  const { fields, types } = target
  if (source.locale === null || target.locale === null) return NOTHING
  const way = { from: source.locale, to: target.locale }
  const marked = localeCells(fields, target.data(), way).flatMap((cell) => {
    const mark = translationMark({ fields, types }, cell, way, reference)
    return mark === null || !mayTranslate(target, scope, cell.path) ? [] : [{ path: cell.path, mark }]
  })
  const pathsOf = (wanted: string) => marked.flatMap(({ path, mark }) => (mark === wanted ? [path] : []))
  return { missing: pathsOf('missing'), older: pathsOf('older'), all: marked.map(({ path }) => path) }
}

/** Returns the work of two locales, counted after a pause in typing; null until it is counted. */
export function useTranslationWork(beside: Beside): TranslationWork | null {
  const [work, setWork] = useState<TranslationWork | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const count = () => {
      timer = null
      const next = translationWork(beside)
      setWork((before) => (before !== null && same(before, next) ? before : next))
    }
    const soon = () => {
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(count, QUIET_MS)
    }
    timer = setTimeout(count)
    const stop = beside.target.subscribeWithin('', soon)
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [beside])
  return work
}

function same(a: TranslationWork, b: TranslationWork): boolean {
  return a.missing.join() === b.missing.join() && a.older.join() === b.older.join()
}

/**
 * Returns the path of the next field to translate behind `current`, after the last one the first; null: none.
 */
export function nextWork(beside: Beside, current: string | null): string | null {
  const { all } = translationWork(beside)
  const { source, target } = beside
  if (current === null || source.locale === null || target.locale === null) return all[0] ?? null
  const way = { from: source.locale, to: target.locale }
  const order = localeCells(target.fields, target.data(), way).map(({ path }) => path)
  const here = order.indexOf(current)
  return all.find((path) => order.indexOf(path) > here) ?? all[0] ?? null
}
