import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { needsPassword } from '../../../../shared/cms/entity-rules.ts'
import { checkPassword } from '../../../../shared/fields/text-rules.ts'
import type { FieldError } from '../../../../shared/document/validation/field-error.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import { galley } from '../../../data/bridge.ts'
import { useConnection } from '../../../data/queries.ts'
import { fieldId, useDocument, useDocumentState, useForm } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { useToast } from '../../../ui/toast/toast-queue.ts'
import { CredentialField } from '../../../ui/credential-field/credential-field.tsx'
import styles from './credentials-panel.module.css'

/** The password for a new user. It is only in memory until it is sent with the creation. */
type NewPassword = {
  password: string
  confirmation: string
  /** Errors, shown from the first try on. */
  errors: { password: FieldError | null; confirmation: FieldError | null }
  /** The server's message about a refused password, until another one is typed; null: none. */
  refused: string | null
  type: (part: 'password' | 'confirmation', text: string) => void
  /** Returns true if the password is valid; otherwise shows the errors. */
  check: () => boolean
  /** Gives it to main for the creation; false: the server cannot be reached or is busy with it, which is reported. */
  handOver: () => Promise<boolean>
}

const NewPasswordContext = createContext<NewPassword | null>(null)
const NOTHING = { password: '', confirmation: '' }
const FINE = { password: null, confirmation: null }

/** Null unless the open document is a new user. */
export function useNewPassword(): NewPassword | null {
  return useContext(NewPasswordContext)
}

/** Holds the password of a new user around its document, until the user exists or the document is closed. */
export function NewPasswordProvider({ children }: { children: ReactNode }) {
  const { t } = useT()
  const toast = useToast()
  const form = useForm()
  const document = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const head = useDocumentState(({ view }) => view.entries[0] ?? null)
  const isWanted = isNew && needsPassword(document.entity)
  const [typed, setTyped] = useState(NOTHING)
  const [checked, setChecked] = useState(false)
  const [answered, setAnswered] = useState<string | null>(null)
  if (!isWanted && typed !== NOTHING) {
    setTyped(NOTHING)
    setChecked(false)
  }

  const value = useMemo((): NewPassword | null => {
    if (!isWanted) return null
    const refusal = refusalOf(head)
    const errors = checkPassword(typed.password, typed.confirmation)
    return {
      ...typed,
      errors: checked ? errors : FINE,
      refused: refusal === null || refusal.at === answered ? null : refusal.message,
      type(part, text) {
        setTyped((before) => ({ ...before, [part]: text }))
        if (part === 'password') setAnswered(refusal?.at ?? null)
        toast.over(PASSWORD)
      },
      check() {
        setChecked(true)
        const wrong =
          errors.password !== null ? 'password' : errors.confirmation !== null ? 'confirmation' : null
        if (wrong === null) return true
        form.show(wrong === 'password' ? PASSWORD : CONFIRMATION)
        toast.error(t('error:correctInvalidFields'), { cause: PASSWORD })
        return false
      },
      async handOver() {
        const { password } = typed
        const { outcome } = await galley.call('credentials.hold', { ref: document.getRef(), password })
        // The user was created meanwhile, so no password is needed.
        if (outcome === 'held' || outcome === 'not-new') return true
        const isBusy = outcome === 'busy'
        toast.error(
          t(isBusy ? 'galley:inputs.credentials.newBusy' : 'galley:inputs.credentials.newNeedsServer'),
          { cause: PASSWORD },
        )
        return false
      },
    }
  }, [isWanted, typed, checked, head, answered, form, document, toast, t])
  return <NewPasswordContext value={value}>{children}</NewPasswordContext>
}

/** Returns the server's message about the password of a refused creation; `at` tells refusals apart. */
function refusalOf(head: OutboxEntry | null): { message: string; at: string } | null {
  const field = head?.state === 'parked' ? head.problem?.fields.find(({ path }) => path === PASSWORD) : null
  return head && field ? { message: field.message, at: head.updatedAt } : null
}

/** Names of the two inputs in the form. The server uses the first one in a refusal, too. */
const PASSWORD = 'password'
const CONFIRMATION = 'confirm-password'

/** The inputs for a new user's password and its repetition. */
export function NewPasswordFields() {
  const { t } = useT()
  const form = useForm()
  const typed = useNewPassword()
  const online = useConnection()?.status === 'online'
  if (typed === null) return null
  const { errors, refused, type } = typed
  const words = (error: FieldError | null) => (error === null ? null : t(error.key, error.vars))
  return (
    <>
      <div className={styles['pair']}>
        <CredentialField
          id={fieldId(form, PASSWORD)}
          label={t('general:password')}
          value={typed.password}
          onChange={(text) => type('password', text)}
          error={words(errors.password) ?? refused}
        />
        <CredentialField
          id={fieldId(form, CONFIRMATION)}
          label={t('authentication:confirmPassword')}
          value={typed.confirmation}
          onChange={(text) => type('confirmation', text)}
          error={words(errors.confirmation)}
        />
      </div>
      <p className={styles['hint']}>
        {t(online ? 'galley:inputs.credentials.newHint' : 'galley:inputs.credentials.newNeedsServer')}
      </p>
    </>
  )
}
