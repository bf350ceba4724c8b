import { Search } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { useCommand } from '../../../commands/use-commands.ts'
import { FindBar } from './find-bar.tsx'

/** The command that finds something in the open document, and its bar above the form. `root`: what holds the form. */
export function FindInDocument({ root }: { root: RefObject<HTMLElement | null> }) {
  const [open, setOpen] = useState<{ asked: number; from: Element | null } | null>(null)
  const [typed, setTyped] = useState('')
  useCommand({
    id: 'document.find',
    title: 'galley:edit.find.title',
    also: 'galley:palette.also.find',
    icon: Search,
    shortcut: 'Mod+F',
    inDrawers: true,
    run: () =>
      setOpen((before) =>
        before === null ? { asked: 1, from: document.activeElement } : { ...before, asked: before.asked + 1 },
      ),
  })
  return (
    open !== null && (
      <FindBar {...open} root={root} typed={typed} onTyped={setTyped} onClose={() => setOpen(null)} />
    )
  )
}
