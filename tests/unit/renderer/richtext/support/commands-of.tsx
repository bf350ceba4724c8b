import { useEffect } from 'react'
import { useT } from '../../../../../renderer/i18n/use-t.ts'
import type { UseT } from '../../../../../renderer/i18n/use-t.ts'
import type { EditorCommand, EditorFeature } from '../../../../../renderer/richtext/feature.ts'
import type { RichTextEditor } from '../../../../../shared/cms/schema-model.ts'
import { renderInEnglish } from '../../support/render-in-english.tsx'
import { emptyEditor } from './site-editor.ts'

/** The commands of a feature, in English. */
export async function commandsOf(
  { commands }: EditorFeature,
  config: Partial<RichTextEditor> = {},
): Promise<EditorCommand[]> {
  const texts = await englishTexts()
  return commands?.({ ...emptyEditor, ...config }, texts) ?? []
}

async function englishTexts(): Promise<UseT> {
  let found: UseT | null = null
  function Texts() {
    const texts = useT()
    useEffect(() => {
      found = texts
    }, [texts])
    return null
  }
  const { unmount } = await renderInEnglish(<Texts />)
  unmount()
  if (found === null) throw new Error('no texts')
  return found
}
