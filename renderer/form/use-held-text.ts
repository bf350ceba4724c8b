import { useHeldContent } from './use-held-content.ts'

/**
 * Keeps a text that is typed outside of every form until it is saved, as forms are kept (SY1). `text`: null where nothing
 * of it is unsaved. `onBack` gets what was kept. The answer is called where it was saved after it went off the screen.
 */
export function useHeldText(place: string, text: string | null, onBack: (text: string) => void): () => void {
  return useHeldContent(place, {
    content: () => text,
    onBack: (kept) => {
      // Whoever was quicker than the disk goes on with what they type.
      if (typeof kept === 'string' && text === null) onBack(kept)
    },
    version: text,
  })
}
