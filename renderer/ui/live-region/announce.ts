import styles from '../visually-hidden/visually-hidden.module.css'

let region: HTMLElement | null = null

/** Announces words to assistive technology, politely, such as what moved. The screen must show the same. */
export function announce(words: string): void {
  if (region === null || !region.isConnected) {
    region = document.createElement('div')
    region.setAttribute('aria-live', 'polite')
    region.className = styles['hidden'] ?? ''
    document.body.append(region)
  }
  // A new element is read out also where it says the same as the one before.
  const line = document.createElement('div')
  line.textContent = words
  region.replaceChildren(line)
}
