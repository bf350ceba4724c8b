import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { IconButton } from '../ui/icon-button/icon-button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden/visually-hidden.tsx'
import styles from './code-line.module.css'

const SHOWN_MS = 2000

/** A line of code or a path to copy: selectable, with a button that says when it is done. */
export function CodeLine({ text, label }: { text: string; label?: string }) {
  const { t } = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = window.setTimeout(() => setCopied(false), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [copied])
  return (
    <div className={styles['line']}>
      <code dir="ltr" className={styles['code']}>
        {text}
      </code>
      <IconButton
        size="row"
        icon={copied ? Check : Copy}
        label={label ?? t('galley:app.connect.copyLine', { line: text })}
        onPress={() => {
          navigator.clipboard.writeText(text).then(() => setCopied(true), console.error)
        }}
      />
      <VisuallyHidden>
        <span role="status">{copied ? t('galley:app.connect.copied') : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
