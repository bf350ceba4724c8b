import { useEffect, useState } from 'react'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import { pickLabel } from '../../../shared/cms/labels.ts'
import { loadTranslator } from '../../i18n/translator.ts'
import { useT } from '../../i18n/use-t.ts'
import { editorFeatures } from '../features/registry.ts'

/** English labels of commands, by id: people know them by these names in every language. */
export function useEnglishLabels(config: RichTextEditor): ReadonlyMap<string, string> {
  const texts = useT()
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (texts.language === 'en') return
    let isGone = false
    const read = async (): Promise<void> => {
      // English is there already: it fills the gaps of every other language.
      const { t } = await loadTranslator('en')
      if (isGone) return
      const label: typeof texts.label = (text) => pickLabel(text, 'en', ['en'])
      const all = editorFeatures.flatMap(({ isOffered, commands }) =>
        isOffered?.(config) === false ? [] : (commands?.(config, { ...texts, t, label }) ?? []),
      )
      setLabels(new Map(all.map((command) => [command.id, command.label])))
    }
    void read()
    return () => {
      isGone = true
    }
  }, [config, texts])
  return labels
}
